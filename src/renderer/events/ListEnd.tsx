// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import type { ReactNode } from "react";
import { useStore } from "zustand";
import type { EventFeed } from "../stores/event-feed.ts";
import { moment } from "../text/format.ts";

/** Below the last row: history is being read, could not be, or has no more. */
export function ListEnd({ feed }: { readonly feed: EventFeed }) {
  const { older } = useStore(feed.store, (state) => state.window);
  const problem = useStore(feed.store, (state) => state.olderProblem);
  const searchedTo = useStore(feed.store, (state) => state.searchedTo);
  if (problem !== null) {
    return (
      <ListEndRow>
        <span className="field-error">Older events could not be read. {problem}</span>{" "}
        <button type="button" className="btn btn-sm" onClick={() => void feed.loadOlder()}>
          Try again
        </button>
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
