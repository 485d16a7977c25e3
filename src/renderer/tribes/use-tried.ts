import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { useConsole } from "../app/console-context.ts";
import { usePlace } from "../app/use-here.ts";
import { readTried, type Tried, triedText } from "./tried-person.ts";

/** Whom the Tribe is tried as: whom the address names, else whoever was seen last. */
export function useTried(): { readonly tried: Tried | null; readonly setTried: (tried: Tried) => void } {
  const { client } = useConsole();
  const place = usePlace();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const named = readTried(new URLSearchParams(search).get("as"));
  const [latest, setLatest] = useState<Tried | null>(null);
  useEffect(() => {
    const params = { spaceId: place.spaceId, envKey: place.environment };
    const request = new AbortController();
    client
      .call("listUsers", {
        params,
        query: { sort: "lastSeenAt", order: "desc", limit: 1 },
        signal: request.signal,
      })
      .then(
        ({ data: [one] }) => setLatest(one === undefined ? null : { kind: one.kind, id: one.id }),
        () => {},
      );
    return () => request.abort();
  }, [client, place]);
  const setTried = (tried: Tried) => {
    const query = new URLSearchParams(search);
    query.set("as", triedText(tried));
    navigate(`${path}?${query}`, { replace: true });
  };
  return { tried: named ?? latest, setTried };
}
