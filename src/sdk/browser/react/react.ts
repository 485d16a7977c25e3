import { useSyncExternalStore } from "react";
import type { Client } from "../client.ts";
import type { Experience } from "../experience.ts";
import type { Section } from "../section.ts";
import type { Session } from "../session.ts";
import type { SessionStatus } from "../types.ts";

/** An Experience as a component sees it; the same object until something in it changes. */
export interface ExperienceView<Data extends object> {
  readonly enabled: boolean;
  readonly data: Data;
}

/** A Section as a component sees it; the same object until something in it changes. */
export interface SectionView<Child> {
  readonly enabled: boolean;
  readonly children: readonly Child[];
}

/** The session as a component sees it; the same object until something in it changes. */
export interface SessionView {
  readonly status: SessionStatus;
  readonly anonymous: boolean;
}

/** Renders the component again whenever the Experience changes. On the server, and while hydrating: its fallback. */
export function useExperience<Data extends object>(experience: Experience<Data>): ExperienceView<Data> {
  return useStore(experience, () => ({
    subscribe: (listener) => experience.changed(listener),
    now: () => ({ enabled: experience.enabled, data: experience.data }),
    onServer: () => ({ enabled: experience.defaultEnabled, data: experience.defaultData }),
  }));
}

/** Renders the component again whenever the Section changes. On the server, and while hydrating: its fallback. */
export function useSection<Child extends Experience<object>>(section: Section<Child>): SectionView<Child> {
  return useStore(section, () => ({
    subscribe: (listener) => section.changed(listener),
    now: () => ({ enabled: section.enabled, children: section.children }),
    onServer: () => ({ enabled: section.defaultEnabled, children: section.defaultChildren }),
  }));
}

/** Renders the component again whenever the session's status changes. On the server, and while hydrating: idle. */
export function useSession(of: Client | Session): SessionView {
  const session = "session" in of ? of.session : of;
  return useStore(session, () => ({
    subscribe: (listener) => session.changed(listener),
    now: () => ({ status: session.status, anonymous: session.anonymous }),
    onServer: () => ({ status: "idle", anonymous: true }),
  }));
}

interface Source<View> {
  readonly subscribe: (listener: () => void) => () => void;
  readonly now: () => View;
  readonly onServer: () => View;
}

/** A source's functions, the same ones for every render, as React wants them. One for each Experience, Section and session. */
const sources = new WeakMap<object, Source<unknown>>();

function useStore<View extends object>(thing: object, make: () => Source<View>): View {
  let source = sources.get(thing) as Source<View> | undefined;
  if (source === undefined) {
    source = steady(make());
    sources.set(thing, source);
  }
  return useSyncExternalStore(source.subscribe, source.now, source.onServer);
}

const steady = <View extends object>({ subscribe, now, onServer }: Source<View>): Source<View> => ({
  subscribe,
  now: keepSame(now),
  onServer: keepSame(onServer),
});

/** The view read before, as long as it has the same members. */
function keepSame<View extends object>(read: () => View): () => View {
  let last: View | undefined;
  return () => {
    const view = read();
    if (last === undefined || !sameMembers(last, view)) last = view;
    return last;
  };
}

const sameMembers = (a: object, b: object): boolean =>
  Object.entries(a).every(([name, value]) => value === (b as Readonly<Record<string, unknown>>)[name]);
