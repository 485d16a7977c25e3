import "./preview.css";
import { useMemo } from "react";
import { useStore } from "zustand";
import { byReference } from "../../core/by-reference.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useList, useListProblem } from "../page/use-list.ts";
import { useAddressQuery, useNotUnderstood } from "../parts/use-address-query.ts";
import { useExplained } from "../rules/use-explained.ts";
import { PreviewBody } from "./PreviewBody.tsx";
import { decideSides, type MadeUpPerson, sidesOf } from "./preview-sides.ts";
import {
  createMadeUpStore,
  type MadeUpStore,
  notUnderstood,
  type PreviewQuery,
  readPreview,
  type Subject,
} from "./preview-subject.ts";

const stores = new Map<string, MadeUpStore>();

function madeUpStore(spaceId: string): MadeUpStore {
  const store = stores.get(spaceId) ?? createMadeUpStore(spaceId);
  stores.set(spaceId, store);
  return store;
}

/** Everything resolved for somebody real or made up, at any time: the draft against what is published. */
export function PreviewPage() {
  const [query, setQuery] = useAddressQuery();
  useNotUnderstood(notUnderstood(query));
  const { space } = useHere();
  const store = madeUpStore(space.id);
  const asked = readPreview(query);
  const person = useMadeUpPerson(asked.subject, store);
  const explained = useDecided(asked, person);
  const { personas } = useConsole();
  const unread = useListProblem(personas);
  // Of a persona who has not been read, nothing is decided.
  const waiting = { ...explained, sides: null, problem: unread, reload: () => personas.load(space.id) };
  return (
    <PreviewBody
      asked={asked}
      setQuery={setQuery}
      store={store}
      madeUp={person.person}
      isMissing={person.isMissing}
      explained={person.waits ? waiting : explained}
    />
  );
}

interface Subjected {
  /** Who is made up, or the persona; null for somebody real. */
  readonly person: MadeUpPerson | null;
  /** The persona is not there. */
  readonly isMissing: boolean;
  /** The personas have not been read. */
  readonly waits: boolean;
}

function useMadeUpPerson(subject: Subject, store: MadeUpStore): Subjected {
  const { personas } = useConsole();
  const all = useList(personas);
  const { value } = useStore(store);
  const real = { person: null, isMissing: false, waits: false };
  if (subject.who === "user") return real;
  if (subject.who === "made-up") return { ...real, person: { id: "preview", ...value } };
  const persona = byReference(all ?? [], subject.key) ?? null;
  return { person: persona, isMissing: all !== null && persona === null, waits: all === null };
}

function useDecided(asked: PreviewQuery, { person }: Subjected) {
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
