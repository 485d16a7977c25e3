// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).

import { type ComponentProps, type ReactNode, useEffect } from "react";
import { useStore } from "zustand";
import { environmentNames } from "../../core/primitives.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { Empty } from "../parts/PageState.tsx";
import { When } from "../parts/When.tsx";
import { platformNow } from "../text/platform-clock.ts";
import { type EventFilter, isFiltered } from "./event-filter.ts";
import type { EventFeed } from "./feed/event-feed.ts";

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
  if (phase === "failed")
    return (
      <Note
        role="alert"
        title="The events could not be read"
        action={<Button onClick={() => feed.retry()}>Try again</Button>}
      >
        {problem} They are still kept on the server.
      </Note>
    );
  if (window.older !== null) return <Searching feed={feed} onClearFilter={onClearFilter} />;
  if (isFiltered(filter))
    return (
      <Note title="No kept event matches" action={<Button onClick={onClearFilter}>Show all events</Button>}>
        {whyNone(filter)}
      </Note>
    );
  return <NothingYet />;
}

interface NoteProps extends ComponentProps<typeof Empty> {
  readonly role?: "status" | "alert";
  readonly busy?: boolean;
}

/** What stands in the place of rows. */
const Note = ({ role = "status", busy, ...empty }: NoteProps) => (
  <div className="list-note" role={role} aria-busy={busy}>
    <Empty {...empty} />
  </div>
);

/** Nothing found yet, and not all is searched: goes on by itself. */
function Searching({ feed, onClearFilter }: NoEventsProps) {
  const older = useStore(feed.store, (state) => state.window.older);
  const searchedTo = useStore(feed.store, (state) => state.searchedTo);
  const problem = useStore(feed.store, (state) => state.olderProblem);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each stretch that was searched leads to the next one.
  useEffect(() => void feed.loadOlder(), [feed, older]);
  return (
    <Note
      busy={problem === null}
      title={problem === null ? "Searching the history" : "The search stopped"}
      action={
        problem === null ? (
          <Button onClick={onClearFilter}>Show all events</Button>
        ) : (
          <Button onClick={() => void feed.loadOlder()}>Search on</Button>
        )
      }
    >
      No match{" "}
      {searchedTo !== null && (
        <>
          back to <When at={searchedTo} />{" "}
        </>
      )}
      so far. {problem ?? "It goes on by itself; a new event that matches appears at once."}
    </Note>
  );
}

function whyNone({ status, where = [], to }: EventFilter): string {
  if (status === "rejected" && where.length > 0)
    return "Rejected events are kept as they were sent. Their metadata is not read, so it can't be filtered by.";
  const isOver = to !== undefined && Date.parse(to) < platformNow().getTime();
  return isOver
    ? "The chosen time is over: none will come."
    : "The next one that does appears here by itself.";
}

function NothingYet() {
  const { environment } = useHere();
  const to = usePath();
  return (
    <Note
      title={`No event in ${environmentNames[environment]} yet`}
      way={{ words: "Send a first one", href: to("overview") }}
    >
      Each event that an SDK, a Segment client or curl sends with this environment's key appears here at once.
    </Note>
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
        <Button small data-reads-on onClick={() => void feed.loadOlder()}>
          Try again
        </Button>
      </ListEndRow>
    );
  }
  if (older === null) return <ListEndRow>No older events are kept.</ListEndRow>;
  return (
    <ListEndRow>
      {searchedTo === null ? (
        "Reading older events…"
      ) : (
        <>
          Searched back to <When at={searchedTo} />, searching on…
        </>
      )}
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
