import { usePath } from "../../app/use-here.ts";
import type { Crumb } from "../../parts/PageHead.tsx";
import { belowOf, type Part } from "../model/collection-address.ts";

/** What stands above a part: its Collection, and the Section that it is in. */
export function useCrumbs(part: Part): readonly Crumb[] {
  const to = usePath();
  const { collection } = part;
  const top = {
    name: collection.name,
    href: to("collections", ...belowOf({ kind: "collection", collection })),
  };
  if (part.kind === "section" || part.section === null) return [top];
  const { section } = part;
  return [
    top,
    { name: section.name, href: to("collections", ...belowOf({ kind: "section", collection, section })) },
  ];
}
