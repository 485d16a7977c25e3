import {
  Blend,
  Folder,
  List,
  type LucideIcon,
  RectangleHorizontal,
  Shapes,
  User as UserIcon,
  VenetianMask,
} from "lucide-react";
import { useRef } from "react";
import type { User } from "../../core/user.ts";
import { flagKey, itemOf, keyPath, partsOf } from "../model/collection-address.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace } from "../page/reads.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { useRoute } from "../page/use-route.ts";
import { useRested } from "../parts/use-time.ts";
import { personKey, userAddress } from "../people/user-port.ts";
import { tribeStep } from "../tribes/tribe-step.ts";
import { holds } from "./palette-match.ts";

/** Something of this Space that can be opened. */
export interface Found {
  readonly id: string;
  readonly name: string;
  /** Its key, with that of what it is in: `homepage.hero`. */
  readonly key: string;
  readonly kind: string;
  readonly icon: LucideIcon;
  readonly href: string;
}

/** What is found; undefined while it is looked for. */
type Read = readonly Found[] | undefined;

/** The objects of the Space's model, as a list for each noun. */
export function useObjects(): readonly Read[] {
  return [useCollectionParts(), ...useOthers()];
}

/** Why one of these lists could not be read; null where none is missing for good. */
export function useObjectsProblem(): string | null {
  const { collections, tribes, types, personas } = useConsole();
  return useListProblem(collections, tribes, types, personas);
}

function useCollectionParts(): Read {
  const to = usePath();
  const collections = useList(useConsole().collections);
  return collections?.flatMap((collection): Found[] => [
    {
      ...collection,
      kind: "Collection",
      icon: Folder,
      href: to("collections", ...keyPath({ kind: "collection", collection })),
    },
    ...partsOf(collection).map((part) => ({
      id: itemOf(part).id,
      name: itemOf(part).name,
      key: flagKey(part),
      ...looks[part.kind],
      href: to("collections", ...keyPath(part)),
    })),
  ]);
}

const looks = {
  section: { kind: "Section", icon: List },
  experience: { kind: "Experience", icon: RectangleHorizontal },
} as const;

function useOthers(): readonly Read[] {
  const to = usePath();
  const { tribes, types, personas } = useConsole();
  const [tribesHere, typesHere, personasHere] = [useList(tribes), useList(types), useList(personas)];
  return [
    tribesHere?.map((one) => ({ ...one, kind: "Tribe", icon: Blend, href: to("tribes", tribeStep(one)) })),
    typesHere?.map((one) => ({
      ...one,
      kind: "Experience type",
      icon: Shapes,
      href: to("collections", "types", one.key),
    })),
    personasHere?.map((one) => ({
      ...one,
      kind: "Persona",
      icon: VenetianMask,
      href: to("personas", one.key),
    })),
  ];
}

/** A longer text than the server looks for names nobody. */
const isAsked = ({ length }: string): boolean => length >= 2 && length <= 200;
const most = 8;
/** The server looks through their fields too; whoever has it only there is left out again. */
const atOnce = 50;
const pause = 150;

/** Users and visitors of this environment whose ids begin with or hold what was typed; the server looks. */
export function usePeopleHits(typed: string): Read {
  const place = usePlace();
  const to = usePath();
  const text = typed.trim();
  const q = useRested(text, pause);
  const query = { q, limit: atOnce };
  const { data, isError } = useRoute("listUsers", isAsked(q) ? { ...inPlace(place), query } : null);
  // They stay while the server looks for more letters, and where it can't.
  const found = useRef<{ readonly in: object; readonly users: readonly User[] }>({ in: place, users: [] });
  if (data !== undefined || found.current.in !== place)
    found.current = { in: place, users: data?.data ?? [] };
  if (!isAsked(text)) return [];
  const named = found.current.users.filter(({ id }) => holds(id, text)).slice(0, most);
  if (named.length === 0 && !isError && (q !== text || data === undefined)) return undefined;
  return named.map((one) => ({
    id: `person/${personKey(one)}`,
    name: one.id,
    key: "",
    ...(one.kind === "known" ? { kind: "User", icon: UserIcon } : { kind: "Visitor", icon: VenetianMask }),
    href: userAddress(to, one),
  }));
}
