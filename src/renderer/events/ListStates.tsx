// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).

import { type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { environmentNames } from "../../core/primitives.ts";
import { pagePath } from "../page/pages.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import type { EventFeed } from "../stores/event-feed.ts";
import { type EventFilter, isFiltered } from "../stores/event-filter.ts";
import { moment } from "../text/format.ts";

const widths = [62, 48, 70, 55, 66, 44, 58, 72, 50, 64, 46, 60];

/** Rows to come, in their place. */
export function ListSkeleton() {
  return (
    <div className="scroll ruled" aria-busy="true">
      <span className="sr" role="status">
        Reading events
      </span>
      {widths.map((width) => (
        <div className="trow skeleton-row inset" key={width} aria-hidden="true">
          <span className="skeleton" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}

interface NoEventsProps {
  readonly feed: EventFeed;
  readonly onClearFilter: () => void;
}

/** Why the list is empty, and the one way on. */
export function NoEvents({ feed, onClearFilter }: NoEventsProps) {
  const { phase, problem, filter, window } = useStore(feed.store);
  if (phase === "failed") return <Failed problem={problem} onRetry={() => feed.retry()} />;
  if (window.older !== null) return <Searching feed={feed} onClearFilter={onClearFilter} />;
  if (isFiltered(filter)) return <NoMatches filter={filter} onClearFilter={onClearFilter} />;
  return <NothingYet />;
}

function Failed({ problem, onRetry }: { readonly problem: string | null; readonly onRetry: () => void }) {
  return (
    <div className="list-note" role="alert">
      <div className="empty">
        <h2 className="heading">The events could not be read</h2>
        <p>{problem} They are kept on the server all the same.</p>
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </div>
  );
}

/** Nothing found yet, and not all is searched: goes on by itself. */
function Searching({ feed, onClearFilter }: NoEventsProps) {
  const older = useStore(feed.store, (state) => state.window.older);
  const searchedTo = useStore(feed.store, (state) => state.searchedTo);
  const problem = useStore(feed.store, (state) => state.olderProblem);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stretch that was searched leads to the next one.
  useEffect(() => void feed.loadOlder(), [feed, older]);
  return (
    <div className="list-note" role="status" aria-busy={problem === null}>
      <div className="empty">
        <h2 className="heading">{problem === null ? "Searching the history" : "The search stopped"}</h2>
        <p>
          No match {searchedTo !== null && `back to ${moment(searchedTo)} `}so far.{" "}
          {problem ?? "It goes on by itself; a new event that matches appears at once."}
        </p>
        {problem === null ? (
          <Button onClick={onClearFilter}>Show all events</Button>
        ) : (
          <Button onClick={() => void feed.loadOlder()}>Search on</Button>
        )}
      </div>
    </div>
  );
}

function whyNone({ status, where = [], to }: EventFilter): string {
  if (status === "rejected" && where.length > 0)
    return "What was refused is kept as it was sent, and its metadata is not read: it can't be filtered by.";
  const isOver = to !== undefined && Date.parse(to) < Date.now();
  return isOver
    ? "The time that is chosen is over: none will come."
    : "The next one that does appears here by itself.";
}

interface NoMatchesProps {
  readonly filter: EventFilter;
  readonly onClearFilter: () => void;
}

function NoMatches({ filter, onClearFilter }: NoMatchesProps) {
  return (
    <div className="list-note" role="status">
      <div className="empty">
        <h2 className="heading">No kept event matches</h2>
        <p>{whyNone(filter)}</p>
        <Button onClick={onClearFilter}>Show all events</Button>
      </div>
    </div>
  );
}

function NothingYet() {
  const { space, environment } = useHere();
  return (
    <div className="list-note" role="status">
      <div className="empty">
        <h2 className="heading">No event in {environmentNames[environment]} yet</h2>
        <p>
          Each event that an SDK, a Segment client or curl sends with this environment's key appears here at
          once.
        </p>
        <Link className="btn btn-primary" href={pagePath({ spaceKey: space.key, environment }, "overview")}>
          Send a first one
        </Link>
      </div>
    </div>
  );
}

/** Below the last row: history is being read, could not be, or has no more. */
export function ListEnd({ feed }: { readonly feed: EventFeed }) {
  const { older } = useStore(feed.store, (state) => state.window);
  const problem = useStore(feed.store, (state) => state.olderProblem);
  const searchedTo = useStore(feed.store, (state) => state.searchedTo);
  if (problem !== null) {
    return (
      <ListEndRow>
        <span className="field-error">Older events could not be read. {problem}</span>{" "}
        <Button small onClick={() => void feed.loadOlder()}>
          Try again
        </Button>
      </ListEndRow>
    );
  }
  if (older === null) return <ListEndRow>No older events are kept.</ListEndRow>;
  return (
    <ListEndRow>
      {searchedTo === null
        ? "Reading older events…"
        : `Searched back to ${moment(searchedTo)}, searching on…`}
    </ListEndRow>
  );
}

function ListEndRow({ children }: { readonly children: ReactNode }) {
  return (
    <div className="list-end inset direction" role="row">
      <span role="gridcell">{children}</span>
    </div>
  );
}
