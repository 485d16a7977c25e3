import { createStore, type StoreApi } from "zustand/vanilla";
import { personaEvent, personaUser } from "../../core/persona.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { type UserKind, userKinds } from "../../core/user.ts";
import { type MadeUp, nobodyYet } from "../people/made-up/made-up.ts";
import {
  type BrowserMemory,
  browserStorage,
  remember,
  remembered,
  tabStorage,
} from "../stores/browser-memory.ts";
import { fromLocalInput } from "../text/format.ts";

/** Whom a preview is of. */
export type Subject =
  | { readonly who: "user"; readonly id: string; readonly kind: UserKind | undefined }
  | { readonly who: "persona"; readonly key: string }
  /** Made up here, and kept in this browser. */
  | { readonly who: "made-up" };

/** What stands side by side: the draft against what is published, one of them alone, or another environment. */
export type Comparison = "draft" | "published-only" | "draft-only" | EnvironmentKey;

/** What a preview shows; all of it is in the address. */
export interface PreviewQuery {
  readonly subject: Subject;
  /** RFC 3339; null is now, by the platform clock. */
  readonly at: string | null;
  readonly compare: Comparison;
  /** Whose reasons are open. */
  readonly why: string | null;
}

type Query = Readonly<Record<string, string>>;

/** Reads an address' query; what means nothing is left out. */
export function readPreview(query: Query): PreviewQuery {
  return {
    subject: subjectOf(query),
    at: fromLocalInput(query.at ?? "") ?? null,
    compare: comparisons.find((one) => one === query.compare) ?? "draft",
    why: query.why ?? null,
  };
}

/** What of an address' query means nothing, as it is written there. */
export function notUnderstood({ at, compare, kind }: Query): readonly string[] {
  const members = [
    ["at", at, fromLocalInput(at ?? "") ?? undefined],
    ["compare", compare, comparisons.find((one) => one === compare)],
    ["kind", kind, userKinds.find((one) => one === kind)],
  ];
  return members.flatMap(([name, text, read]) =>
    text === undefined || text === "" || read !== undefined ? [] : [`${name}=${text}`],
  );
}

const comparisons: readonly Comparison[] = ["draft", "published-only", "draft-only", ...environmentKeys];

function subjectOf({ user, persona, kind }: Query): Subject {
  if (user !== undefined && user !== "")
    return { who: "user", id: user, kind: userKinds.find((one) => one === kind) };
  return persona !== undefined && persona !== "" ? { who: "persona", key: persona } : { who: "made-up" };
}

/** What the address' query changes to for another subject: the time and the comparison stay. */
export function subjectQuery(subject: Subject): Readonly<Record<string, string | null>> {
  const none = { user: null, persona: null, kind: null, why: null };
  if (subject.who === "user") return { ...none, user: subject.id, kind: subject.kind ?? null };
  return subject.who === "persona" ? { ...none, persona: subject.key } : none;
}

/** The default comparison is not written. */
export const compareQuery = (compare: Comparison): Readonly<Record<string, string | null>> => ({
  compare: compare === "draft" ? null : compare,
});

export type MadeUpStore = StoreApi<{ readonly value: MadeUp }>;

const entry = (spaceId: string) => `understudy:made-up:${spaceId}`;

/** Whom somebody made up in a Space last, kept in this browser. A tab keeps its own, whatever others make up meanwhile. */
export function createMadeUpStore(
  spaceId: string,
  browser: BrowserMemory = browserStorage,
  tab: BrowserMemory = tabStorage,
): MadeUpStore {
  const kept = entry(spaceId);
  const read = (memory: BrowserMemory) => readMadeUp(remembered(memory, kept));
  const store = createStore(() => ({ value: read(tab) ?? read(browser) ?? nobodyYet }));
  remember(tab, kept, store.getState().value);
  store.subscribe(({ value }) => {
    remember(tab, kept, value);
    remember(browser, kept, value);
  });
  return store;
}

/** Reads what was kept by the schema of personas; null where it does not fit any more. */
function readMadeUp(kept: unknown): MadeUp | null {
  if (typeof kept !== "object" || kept === null || !("user" in kept) || !("events" in kept)) return null;
  const user = personaUser.safeParse(kept.user);
  const events = personaEvent.array().safeParse(kept.events);
  return user.success && events.success ? { user: user.data, events: events.data } : null;
}
