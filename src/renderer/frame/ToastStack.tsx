import { Link } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { useCommands } from "../app/use-commands.ts";
import { KeyHint } from "../parts/KeyHint.tsx";
import { hold, settle, toastTime, undo, undoLast } from "../stores/toasts-store.ts";

/** What has just happened, with a way back where there is one and a thin line for the time left. */
export function ToastStack() {
  const { toasts: store } = useConsole();
  const { toasts, held } = useStore(store);
  const last = toasts.findLast(({ undoable }) => undoable !== null);
  useCommands(
    last === undefined
      ? []
      : [{ id: "undo", title: `Undo: ${last.text}`, group: "Help", keys: "z", run: () => undoLast(store) }],
  );
  return (
    <section
      className={`toasts ${held ? "is-held" : ""}`}
      aria-label="Messages"
      aria-live="polite"
      onPointerEnter={() => hold(store, true)}
      onPointerLeave={() => hold(store, false)}
      onFocus={() => hold(store, true)}
      onBlur={() => hold(store, false)}
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
