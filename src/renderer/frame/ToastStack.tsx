import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { hold, isHeld, settle, toastTime, undo, undoLast } from "../stores/toasts-store.ts";

/** What has just happened, with a way back where there is one and a thin line for the time left. */
export function ToastStack() {
  const { toasts: store } = useConsole();
  const state = useStore(store);
  const { toasts } = state;
  const last = toasts.findLast(({ undoable }) => undoable !== null);
  useCommands(
    last === undefined
      ? []
      : [
          {
            id: "undo",
            title: `Undo: ${last.text}`,
            group: "Help",
            keys: "z",
            overBlanks: true,
            run: () => undoLast(store),
          },
        ],
  );
  const stack = useRef<HTMLElement>(null);
  // What had the focus may have gone with its toast, which tells nobody that it is lost.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the toasts that come and go.
  useEffect(() => {
    if (!stack.current?.contains(document.activeElement)) hold(store, { focus: false });
    // The newest is in sight.
    if (!isHeld(store.getState())) stack.current?.scrollTo({ top: stack.current.scrollHeight });
  }, [store, toasts]);
  return (
    <section
      ref={stack}
      className={`toasts ${isHeld(state) ? "is-held" : ""}`}
      aria-label="Messages"
      aria-live="polite"
      // By moving: one that comes up below a pointer that rests would never end.
      onPointerMove={() => state.pointer || hold(store, { pointer: true })}
      onPointerLeave={() => hold(store, { pointer: false })}
      onFocus={() => hold(store, { focus: true })}
      onBlur={() => hold(store, { focus: false })}
    >
      {toasts.map((toast) => (
        <div className="toast" key={toast.id}>
          <span className="toast-text" title={toast.text}>
            {toast.text}
          </span>
          {toast.undoable !== null && (
            <button type="button" className="undo" onClick={() => undo(store, toast.id)}>
              Undo
              {toast === last && <KeyHint keys="z" />}
            </button>
          )}
          {toast.way !== null && (
            <Link className="undo" href={toast.way.href} onClick={() => settle(store, toast.id, false)}>
              {toast.way.words}
            </Link>
          )}
          <span className="toast-line" style={{ animationDuration: `${toastTime}ms` }} />
        </div>
      ))}
    </section>
  );
}
