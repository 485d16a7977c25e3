import type { CollectionContent } from "../../src/core/publication.ts";
import type { Rule } from "../../src/core/rule.ts";
import type { ExplainedSubject } from "../../src/core/targeting/decision.ts";
import { readRule } from "../../src/core/targeting/read-rule.ts";
import { type PastEvent, RecordedEvents } from "../../src/core/targeting/recorded-events.ts";
import type { Selector } from "../../src/core/targeting/subject.ts";
import type { Tribe } from "../../src/core/tribe.ts";

export const now = Date.parse("2026-11-20T14:32:06.240Z");
const stamp = "2026-11-01T00:00:00.000Z";

/** The rule as it is stored: read, with its defaults. */
export function ruleOf(value: unknown): Rule {
  const read = readRule(value);
  if ("rule" in read) return read.rule;
  throw new Error(JSON.stringify(read.issues));
}

export const tribeOf = (id: string, rules: unknown, audience: Tribe["audience"] = "everyone"): Tribe => ({
  id,
  key: id,
  name: id,
  audience,
  rules: ruleOf(rules),
  createdAt: stamp,
  updatedAt: stamp,
});

/** A known user without any facts, with what a test says of them. */
export const subjectOf = (
  facts: Partial<ExplainedSubject> = {},
  events: readonly PastEvent[] = [],
  selectors: readonly Selector[] = [],
): ExplainedSubject => ({
  kind: "known",
  id: "ana",
  fields: {},
  labels: [],
  platform: null,
  locale: null,
  timeZone: null,
  createdAt: null,
  firstSeenAt: null,
  lastSeenAt: null,
  sessions: 0,
  now,
  events: new RecordedEvents(events, selectors),
  ...facts,
});

type Scenario = CollectionContent["experiences"][number]["scenarios"][number];
/** A Collection `home` with one Experience `banner` of a type with a headline. */
export const bannerOf = (scenarios: readonly Scenario[]): CollectionContent => ({
  id: "col_home",
  key: "home",
  name: "Home",
  types: [
    {
      id: "typ_hero",
      key: "hero",
      name: "Hero",
      properties: [
        { id: "prp_headline", key: "headline", name: "Headline", type: "string", default: "Welcome" },
        { id: "prp_link", key: "link", name: "Link", type: "url" },
      ],
    },
  ],
  experiences: [
    { id: "exp_banner", key: "banner", name: "Banner", typeId: "typ_hero", scenarios: [...scenarios] },
  ],
  sections: [],
});
