// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { ArrowUp } from "lucide-react";
import { useStore } from "zustand";
import { Icon } from "../parts/Icon.tsx";
import type { EventFeed } from "../stores/event-feed.ts";
import { count, counted, timeWithSeconds } from "../text/format.ts";

interface HeldLineProps {
  readonly feed: EventFeed;
  readonly onJump: () => void;
}

/** Between the head and the rows: what waits while the list is paused, or while the reader is further down. */
export function HeldLine({ feed, onJump }: HeldLineProps) {
  const pausedAt = useStore(feed.store, (state) => state.pausedAt);
  const waiting = useStore(feed.store, (state) => state.waiting);
  const atTop = useStore(feed.store, (state) => state.atTop);
  if (pausedAt !== null) return <PausedLine at={pausedAt} waiting={waiting} onResume={onJump} />;
  if (atTop && waiting === 0) return null;
  return (
    <div className="jump" role="row">
      <span role="gridcell">
        <button type="button" className="btn btn-sm" onClick={onJump}>
          <Icon of={ArrowUp} size={14} />
          {waiting > 0 ? `${count(waiting)} new` : "Jump to live"}
        </button>
      </span>
    </div>
  );
}

interface PausedLineProps {
  readonly at: string;
  readonly waiting: number;
  readonly onResume: () => void;
}

function PausedLine({ at, waiting, onResume }: PausedLineProps) {
  const rest =
    waiting === 0
      ? "New events will wait above this line."
      : `${counted(waiting, "event waits", "events wait")} above this line. None are dropped.`;
  return (
    <div className="held" role="row">
      <span className="gutter" role="gridcell">
        {waiting > 0 ? `+${count(waiting)}` : "0"}
      </span>
      <span className="held-words truncate" role="gridcell">
        <b className="strong">Paused at {timeWithSeconds(at)}.</b> <span className="text-2">{rest}</span>
      </span>
      <span role="gridcell">
        <button type="button" className="btn btn-sm" onClick={onResume}>
          Resume <kbd className="kbd">Space</kbd>
        </button>
      </span>
    </div>
  );
}
