import { notifyManager, type Query, type QueryClient } from "@tanstack/react-query";
import { useCallback, useState, useSyncExternalStore } from "react";
import { type PlatformRoute, platformApi } from "../../core/api.ts";
import { ApiProblem, inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { Button } from "../parts/Button.tsx";
import { Popover } from "../parts/Popover.tsx";
import { useLong } from "../parts/use-time.ts";

/**
 * In the status bar of every page: that something the page asked for could not be read, what, why, and the way to try again; or
 * that it is still being read. It names what the page tells of itself, too; a part without a word of its own leaves it to this.
 * Made anew for each page.
 */
export function UnreadNote() {
  const { queries } = useConsole();
  const [open, setOpen] = useState(false);
  const { refused, waiting, again } = useReads(queries);
  const waits = useLong(waiting, 1000);
  const isAsked = useLong(again);
  return (
    <span role="status">
      {refused.length > 0 || open ? (
        <Popover
          open={open}
          onOpenChange={setOpen}
          label="What could not be read"
          align="end"
          className="foot-popover"
          trigger={
            <button type="button" className="item link-button warn-link">
              <span className="dot warn" /> Not everything could be read
            </button>
          }
        >
          <section role="status">
            {isAsked && <span className="sr">Trying again…</span>}
            {refused.length === 0 && <p>{waits ? "Still reading…" : "Everything has been read now."}</p>}
            {refused.map((words) => (
              <p key={words}>{words}</p>
            ))}
          </section>
          <section className="popover-foot">
            <Button
              onClick={() => void queries.refetchQueries({ predicate: (read) => reasonOf(read) !== null })}
            >
              {isAsked ? "Trying again…" : "Try again"}
            </Button>
          </section>
        </Popover>
      ) : (
        waits && (
          <span className="item" aria-busy="true">
            Still reading…
          </span>
        )
      )}
    </span>
  );
}

interface Reads {
  /** Why what can't be read can't be, each reason once. */
  readonly refused: readonly string[];
  /** Something is asked for the first time; something that was refused is asked again. */
  readonly waiting: boolean;
  readonly again: boolean;
}

/** What is to be said of the reads that the page stands on. */
function useReads(queries: QueryClient): Reads {
  const cache = queries.getQueryCache();
  const follow = useCallback(
    (changed: () => void) => cache.subscribe(notifyManager.batchCalls(changed)),
    [cache],
  );
  const said = useSyncExternalStore(follow, () => JSON.stringify(readsOf(cache.getAll())));
  return JSON.parse(said) as Reads;
}

function readsOf(all: readonly Query[]): Reads {
  const unread = all.filter((read) => tagOf(read) !== null);
  const asked = unread.filter((read) => read.state.fetchStatus === "fetching");
  return {
    refused: [...new Set(unread.flatMap((read) => reasonOf(read) ?? []))].sort(),
    waiting: asked.some((read) => read.state.error === null),
    again: asked.some((read) => reasonOf(read) !== null),
  };
}

/** The noun of a read that the page stands on and of which nothing is known; null for any other. */
function tagOf(read: Query): string | null {
  const route = read.queryKey[0] as PlatformRoute;
  return read.state.data === undefined && read.isActive() && route in platformApi
    ? platformApi[route].tag
    : null;
}

/** What could not be read, and why. That there is no such thing, or what is wrong with what was typed, is an answer. */
function reasonOf(read: Query): string | null {
  const { error } = read.state;
  const noun = tagOf(read);
  if (noun === null || error === null) return null;
  if (error instanceof ApiProblem && error.status < 500 && !notGiven.has(error.status)) return null;
  return `${calledHere[noun] ?? noun}: ${inWords(error)}`;
}

/** What the console calls a noun of the API, where it has another name for it. */
const calledHere: Readonly<Record<string, string>> = {
  Access: "Tokens and sign-ins",
  Devices: "Phones and TVs",
  Organizations: "Organizations and people",
  Scenes: "Stage",
  Service: "This service",
};

/** Forbidden; too many requests. */
const notGiven: ReadonlySet<number> = new Set([403, 429]);
