import "./preview.css";
import { useMemo } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { useAddressQuery } from "../parts/use-address-query.ts";
import { useExplained } from "../rules/use-explained.ts";
import { createMadeUpStore, type MadeUpStore } from "./made-up-store.ts";
import { PreviewBody } from "./PreviewBody.tsx";
import { decideSides, type MadeUpPerson, sidesOf } from "./preview-sides.ts";
import { type PreviewQuery, readPreview, type Subject } from "./preview-subject.ts";

const stores = new Map<string, MadeUpStore>();

function madeUpStore(spaceId: string): MadeUpStore {
  const store = stores.get(spaceId) ?? createMadeUpStore(spaceId);
  stores.set(spaceId, store);
  return store;
}

/** Everything resolved for somebody real or made up, at any time: the draft against what is published. */
export function PreviewPage() {
  const [query, setQuery] = useAddressQuery();
  const { space } = useHere();
  const store = madeUpStore(space.id);
  const asked = readPreview(query);
  const person = useMadeUpPerson(asked.subject, store);
  const explained = useDecided(asked, person);
  return (
    <PreviewBody
      asked={asked}
      setQuery={setQuery}
      store={store}
      madeUp={person.person}
      isMissing={person.isMissing}
      explained={explained}
    />
  );
}

/** Who is made up, or the persona; null for somebody real, and while personas load. */
function useMadeUpPerson(
  subject: Subject,
  store: MadeUpStore,
): { readonly person: MadeUpPerson | null; readonly isMissing: boolean } {
  const { personas } = useConsole();
  const all = useList(personas);
  const { value } = useStore(store);
  if (subject.who === "user") return { person: null, isMissing: false };
  if (subject.who === "made-up") return { person: { id: "preview", ...value }, isMissing: false };
  const persona = all?.find(({ id, key }) => id === subject.key || key === subject.key) ?? null;
  return { person: persona, isMissing: all !== null && persona === null };
}

function useDecided(asked: PreviewQuery, { person }: ReturnType<typeof useMadeUpPerson>) {
  const { client } = useConsole();
  const place = usePlace();
  const { subject, at, compare } = asked;
  const sides = useMemo(() => sidesOf(compare, place.environment), [compare, place.environment]);
  const madeUp = useMemo(
    () => (person === null ? null : { id: person.id, user: person.user, events: person.events }),
    [person],
  );
  const about = JSON.stringify([subject, at, sides, madeUp]);
  return useExplained(about, (signal) => decideSides({ client, place, subject, madeUp, at, sides, signal }));
}
