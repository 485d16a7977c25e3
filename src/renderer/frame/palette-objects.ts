import {
  Blend,
  Folder,
  List,
  type LucideIcon,
  RectangleHorizontal,
  Shapes,
  User,
  VenetianMask,
} from "lucide-react";
import { useEffect, useState } from "react";
import { useConsole } from "../page/console-context.ts";
import { paramsOf } from "../page/pages.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
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

function useCollectionParts(): Read {
  const to = usePath();
  const collections = useList(useConsole().collections);
  return collections?.flatMap((collection): Found[] => [
    {
      ...collection,
      kind: "Collection",
      icon: Folder,
      href: to("collections", collection.key),
    },
    ...collection.sections.flatMap((section): Found[] => [
      {
        id: section.id,
        name: section.name,
        key: `${collection.key}.${section.key}`,
        kind: "Section",
        icon: List,
        href: to("collections", collection.key, section.key),
      },
      ...section.experiences.map((one) => ({
        id: one.id,
        name: one.name,
        key: `${collection.key}.${one.key}`,
        kind: "Experience",
        icon: RectangleHorizontal,
        href: to("collections", collection.key, section.key, one.key),
      })),
    ]),
    ...collection.experiences.map((one) => ({
      id: one.id,
      name: one.name,
      key: `${collection.key}.${one.key}`,
      kind: "Experience",
      icon: RectangleHorizontal,
      href: to("collections", collection.key, one.key),
    })),
  ]);
}

function useOthers(): readonly Read[] {
  const to = usePath();
  const { tribes, types, personas } = useConsole();
  const [tribesHere, typesHere, personasHere] = [useList(tribes), useList(types), useList(personas)];
  return [
    tribesHere?.map((one) => ({ ...one, kind: "Tribe", icon: Blend, href: to("tribes", one.key) })),
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

const enough = 2;
const nobody = { of: "", found: [] };
const most = 8;
/** The server looks through their fields too; whoever has it only there is left out again. */
const atOnce = 50;
const pause = 150;

/** Users and visitors of this environment whose ids begin with or hold what was typed; the server looks. */
export function useFoundPeople(typed: string): Read {
  const { client } = useConsole();
  const place = usePlace();
  const to = usePath();
  const [answer, setAnswer] = useState<{ readonly of: string; readonly found: readonly Found[] }>(nobody);
  const text = typed.trim();
  useEffect(() => {
    if (text.length < enough) return setAnswer(nobody);
    const asked = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const params = paramsOf(place);
        const { data } = await client.call("listUsers", {
          params,
          query: { q: text, limit: atOnce },
          signal: asked.signal,
        });
        const named = data.filter(({ id }) => holds(id, text)).slice(0, most);
        const found = named.map(({ id, kind }) => ({
          id: `person/${id}`,
          name: id,
          key: "",
          kind: kind === "known" ? "User" : "Visitor",
          icon: kind === "known" ? User : VenetianMask,
          href: to("users", id),
        }));
        setAnswer({ of: text, found });
      } catch {
        // Overtaken by more typing, or the server is gone, which is shown already.
      }
    }, pause);
    return () => {
      clearTimeout(timer);
      asked.abort();
    };
  }, [client, place, to, text]);
  const found = answer.found.filter(({ name }) => holds(name, text));
  return found.length === 0 && text.length >= enough && answer.of !== text ? undefined : found;
}
