import type { Property } from "../../../../src/core/experience-type.ts";
import type { EnvironmentRef, PersonRef } from "../../../../src/core/refs.ts";
import type { State } from "../../../../src/core/state.ts";
import type {
  DecidedItem,
  FlagContext,
  FlagService,
  Flags,
} from "../../../../src/server/ofrep/flag-service.ts";

const property = (key: string, type: Property["type"]): Property => ({
  id: `prp_${key}`,
  key,
  name: key,
  type,
});

const properties = [
  property("headline", "string"),
  property("size", "number"),
  property("wide", "boolean"),
  property("background", "color"),
  property("tags", "list"),
  property("layout", "json"),
  property("subtitle", "text"),
  property("link", "json"),
  property("enabled", "string"),
];

const bannerData: State["data"] = {
  headline: "Hi, Gold",
  size: 2.5,
  wide: false,
  background: { value: "#c81e4a", opacity: 1 },
  tags: ["a", "b"],
  layout: { columns: 3 },
  link: null,
  enabled: "a property of that name",
  forgotten: "no longer of the type",
};

const scenario = (name: string) => ({ id: `scn_${name.toLowerCase()}`, name });

export const banner: DecidedItem = {
  item: { id: "exp_banner", key: "homepage.banner", kind: "experience", properties },
  state: {
    key: "homepage.banner",
    enabled: true,
    data: bannerData,
    scenario: scenario("Gold"),
    reason: "targeting",
  },
  needsKey: false,
};

const experience = (key: string, reason: State["reason"], needsKey = false): DecidedItem => ({
  item: { id: `exp_${key}`, key: `homepage.${key}`, kind: "experience", properties: [] },
  state: {
    key: `homepage.${key}`,
    enabled: reason !== "disabled",
    data: {},
    scenario: scenario("Default"),
    reason,
  },
  needsKey,
});

export const body: DecidedItem = {
  item: { id: "sec_body", key: "homepage.body", kind: "section", properties: [] },
  state: {
    key: "homepage.body",
    enabled: true,
    data: {},
    scenario: scenario("Default"),
    reason: "default",
    children: ["exp_second", "exp_first", "exp_gone"].map((id) => ({ id, typeId: "typ_hero" })),
  },
  needsKey: false,
};

export const split = experience("split", "rollout", true);

export const decided: readonly DecidedItem[] = [
  banner,
  experience("first", "disabled"),
  experience("second", "schedule"),
  split,
  body,
];

/** Flags that say what they were asked, with changes at the test's word. */
export class FakeFlags implements Pick<FlagService, "flags" | "onChange"> {
  answer: Flags = { revision: 7, decided };
  readonly asked: { readonly environment: EnvironmentRef; readonly context: FlagContext }[] = [];
  /** Stands in for a store that fails. */
  failure: Error | null = null;
  private readonly listeners = new Set<(person: PersonRef | null) => void>();

  async flags(environment: EnvironmentRef, context: FlagContext): Promise<Flags> {
    if (this.failure !== null) throw this.failure;
    this.asked.push({ environment, context });
    return this.answer;
  }

  onChange(_environment: EnvironmentRef, listener: (person: PersonRef | null) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  change(person: PersonRef | null = null): void {
    for (const listener of this.listeners) listener(person);
  }

  get listening(): number {
    return this.listeners.size;
  }
}
