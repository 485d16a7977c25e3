import { useLocation, useSearch } from "wouter";
import { useRoute } from "../api/queries.ts";
import { inPlace } from "../page/reads.ts";
import { usePlace } from "../page/use-here.ts";
import { readTried, type Tried, triedText } from "./tried-person.ts";

const seenLast = { sort: "lastSeenAt", order: "desc", limit: 1 } as const;

/** Whom the Tribe is tried as: whom the address names, else whoever was seen last when the page opened. */
export function useTried(): { readonly tried: Tried | null; readonly setTried: (tried: Tried) => void } {
  const place = usePlace();
  const [path, navigate] = useLocation();
  const search = useSearch();
  const named = readTried(new URLSearchParams(search).get("as"));
  const { data } = useRoute("listUsers", { ...inPlace(place), query: seenLast }, onceAPage);
  const latest = data?.data[0];
  const setTried = (tried: Tried) => {
    const query = new URLSearchParams(search);
    query.set("as", triedText(tried));
    navigate(`${path}?${query}`, { replace: true });
  };
  return { tried: named ?? (latest ? { kind: latest.kind, id: latest.id } : null), setTried };
}

/** Nobody else takes their place while the page is looked at. */
const onceAPage = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
} as const;
