import { useLocation, useSearch } from "wouter";
import { usePath } from "../../app/use-here.ts";
import { itemOf, type Part } from "../model/collection-address.ts";

/** Gives a part a new key: the address goes by ids first, which stay. */
export function useNewKey(part: Part, edit: (members: { key: string }, mark: string) => void) {
  const to = usePath();
  const [, navigate] = useLocation();
  const search = useSearch();
  return (key: string): void => {
    const section = part.kind === "experience" && part.section !== null ? [part.section.id] : [];
    const path = to("collections", part.collection.id, ...section, itemOf(part).id);
    navigate(search === "" ? path : `${path}?${search}`, { replace: true });
    edit({ key }, "key");
  };
}
