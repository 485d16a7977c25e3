// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { ArrowUp } from "lucide-react";
import { useStore } from "zustand";
import { Icon } from "../parts/Icon.tsx";
import type { EventFeed } from "../stores/event-feed.ts";
import { count, counted, timeWithSeconds } from "../text/format.ts";

/** Between the head and the rows: what waits while the list is paused, or while the reader is further down. */
export function HeldLine({ feed }: { readonly feed: EventFeed }) {
  const pausedAt = useStore(feed.store, (state) => state.pausedAt);
  const waiting = useStore(feed.store, (state) => state.waiting);
  const atTop = useStore(feed.store, (state) => state.atTop);
  const isOver = useStore(
    feed.store,
    ({ filter: { to } }) => to !== undefined && Date.parse(to) < Date.now(),
  );
  const onJump = () => feed.resume();
  if (pausedAt !== null)
    return <PausedLine at={pausedAt} waiting={waiting} isOver={isOver} onResume={onJump} />;
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
  /** Whether the time that is shown is over: nothing new comes into it. */
  readonly isOver: boolean;
  readonly onResume: () => void;
}

function PausedLine({ at, waiting, isOver, onResume }: PausedLineProps) {
  const rest =
    waiting === 0
      ? isOver
        ? "Nothing new comes into the time that is shown."
        : "New events will wait above this line."
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
