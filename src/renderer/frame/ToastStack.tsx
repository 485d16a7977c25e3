import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { toastTime, undo } from "../stores/toasts-store.ts";

/** What has just happened, with a way back where there is one and a thin line for the time left. */
export function ToastStack() {
  const { toasts: store } = useConsole();
  const { toasts } = useStore(store);
  return (
    <section className="toasts" aria-label="Messages" aria-live="polite">
      {toasts.map((toast) => (
        <div className="toast" key={toast.id}>
          <span>{toast.text}</span>
          {toast.undoable !== null && (
            <button type="button" className="undo" onClick={() => undo(store, toast.id)}>
              Undo
            </button>
          )}
          <span className="toast-line" style={{ animationDuration: `${toastTime}ms` }} />
        </div>
      ))}
    </section>
  );
}
