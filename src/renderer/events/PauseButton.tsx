import { Pause, Play } from "lucide-react";
import { useStore } from "zustand";
import { Icon } from "../parts/Icon.tsx";
import type { EventFeed } from "../stores/event-feed.ts";
import { count } from "../text/format.ts";

/** Pauses the list, or goes on with what waited. What is read aloud is the change, not the counter. */
export function PauseButton({ feed }: { readonly feed: EventFeed }) {
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const waiting = useStore(feed.store, (state) => state.waiting);
  const ready = useStore(feed.store, (state) => state.phase === "ready");
  return (
    <>
      <span className="sr" role="status">
        {paused ? "Paused. New events wait." : ""}
      </span>
      {paused ? (
        <button type="button" className="btn btn-primary" onClick={() => feed.resume()}>
          <Icon of={Play} />
          Resume {waiting > 0 && <span className="num">{count(waiting)}</span>}
        </button>
      ) : (
        <button type="button" className="btn" disabled={!ready} onClick={() => feed.pause()}>
          <Icon of={Pause} />
          Pause <kbd className="kbd">Space</kbd>
        </button>
      )}
    </>
  );
}
