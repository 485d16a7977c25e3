import { TriangleAlert } from "lucide-react";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { Icon } from "../parts/Icon.tsx";

/** Says that the server is gone. What is on screen stays; it goes on by itself when the server is back. */
export function LostBanner() {
  const lost = useStore(useConsole().server, (state) => state.reach === "lost");
  return (
    <div className="notice" role="alert">
      {lost && (
        <p className="lost">
          <Icon of={TriangleAlert} size={14} />
          <b className="strong">Server not reachable. Retrying…</b>
          <span className="direction">Nothing on this page is lost; it goes on where it stopped.</span>
        </p>
      )}
    </div>
  );
}
