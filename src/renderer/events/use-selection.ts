import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Event } from "../../core/event.ts";
import { type EnvironmentKey, environmentNames } from "../../core/primitives.ts";
import { unreadWords } from "../api/api-problem.ts";
import type { ApiClient } from "../api/client.ts";
import { type Place, paramsOf } from "../api/place.ts";
import { useConsole } from "../page/console-context.ts";
import { slowly } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { say } from "../stores/toasts-store.ts";

/** The current row, and the event that the panel shows. Both stay when the row leaves the window. */
export interface Selection {
  readonly current: number | null;
  readonly open: Event | null;
  /** Why the event of the address could not be read, as a sentence; null where it could, or is on its way. */
  readonly unread: string | null;
  /** Makes a row current; an open panel follows. */
  readonly move: (event: Event) => void;
  readonly show: (event: Event) => void;
  readonly close: () => void;
  /** Closes the open one; where none is, no row is current any more. */
  readonly leave: () => void;
}

/** Browsers refuse an address that changes with every key that is held down. */
const addressDelay = 150;

/** The event of the address is opened first; from then on the address follows what is open. */
export function useSelection(): Selection {
  const { client, toasts } = useConsole();
  const place = usePlace();
  const [asked, setAsked] = useState(() => new URLSearchParams(location.search).get("event"));
  const [current, setCurrent] = useState<number | null>(null);
  const [open, setOpen] = useState<Event | null>(null);
  const { data: found, error } = useQuery({
    queryKey: ["listEvents", { place, named: asked }],
    queryFn: () => findEvent(client, place, asked ?? ""),
    enabled: asked !== null,
    refetchInterval: ({ state }) => state.status === "error" && slowly,
  });
  useEffect(() => {
    if (asked === null || found === undefined) return;
    setAsked(null);
    if (found === null) return void say(toasts, goneFrom(place.environment));
    setCurrent(found.sequence);
    setOpen(found);
  }, [asked, found, toasts, place.environment]);
  useAddressOf(open, asked !== null);
  return {
    current,
    open,
    unread: asked === null || error === null ? null : unreadWords("The event of the address", error),
    move: (event) => {
      setCurrent(event.sequence);
      setOpen((shown) => (shown === null ? null : event));
    },
    show: (event) => {
      // The event of the address may still arrive; it is no longer wanted.
      setAsked(null);
      setCurrent(event.sequence);
      setOpen(event);
    },
    close: () => setOpen(null),
    leave: () => {
      if (open === null) setCurrent(null);
      setOpen(null);
    },
  };
}

const goneFrom = (environment: EnvironmentKey): string =>
  `The event of the address is not in ${environmentNames[environment]}: it is kept no more, or never was there.`;

function useAddressOf(open: Event | null, pending: boolean): void {
  const sequence = open?.sequence;
  useEffect(() => {
    if (pending) return;
    const timer = setTimeout(() => {
      const url = new URL(location.href);
      if (sequence === undefined) url.searchParams.delete("event");
      else url.searchParams.set("event", String(sequence));
      if (url.href !== location.href) history.replaceState(history.state, "", url);
    }, addressDelay);
    return () => clearTimeout(timer);
  }, [sequence, pending]);
}

/** The event that an address names, by its sequence or its id; null where it is not there. @throws ApiProblem, ServerUnreachable */
export async function findEvent(client: ApiClient, place: Place, named: string): Promise<Event | null> {
  const params = paramsOf(place);
  const one = async (query: { readonly sequence: number } | { readonly id: string }) =>
    (await client.call("listEvents", { params, query: { ...query, limit: 1 } })).data[0] ?? null;
  const found = /^[1-9]\d{0,11}$/.test(named) ? await one({ sequence: Number(named) }) : null;
  return found ?? one({ id: named });
}
