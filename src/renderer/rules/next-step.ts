import type { Why } from "../../core/explanation.ts";
import { type Attribute, type EventRule, lengthMs, type Rule, type Window } from "../../core/rule.ts";
import { countRange } from "../../core/targeting/count.ts";
import { eventLifetime } from "../../core/targeting/window.ts";
import { isTold } from "./condition.ts";
import { isGroup, membersOf } from "./rule-path.ts";

/** What would next change whether somebody is in a Tribe. Times in ms since 1970 UTC. */
export type NextStep =
  /** So many more matches of one condition bring them in, while those that count already still do. */
  | { readonly kind: "in"; readonly matches: number; readonly event: string; readonly by: number | null }
  /** Without another match they are out from then on. */
  | { readonly kind: "out"; readonly event: string; readonly at: number };

interface Leaf {
  readonly rule: Rule;
  readonly why: Why;
}
interface Told {
  readonly leaf: Leaf & { readonly rule: EventRule };
  /** How many must count. */
  readonly wanted: number;
  /** How long an event counts, in ms. */
  readonly length: number;
}

/**
 * The next step, where it can be said truthfully: only of rules without a not, in which nothing but a few plain "did it
 * often enough" conditions can change by time or by the same event. Null where it can't be said.
 */
export function nextStep(rule: Rule, why: Why): NextStep | null {
  const leaves = leavesOf(rule, why);
  if (leaves === null) return null;
  if (leaves.some(({ rule: one }) => "attribute" in one && movingAttributes.includes(one.attribute)))
    return null;
  const moving = leaves.filter(({ rule: one }) => "event" in one || "tribe" in one);
  const told = moving.map(tellable);
  if (!told.every((one) => one !== null)) return null;
  const events = told.map(({ leaf }) => leaf.rule.event);
  if (new Set(events).size < events.length) return null;
  return why.matched ? wayOut(rule, told) : wayIn(rule, why, told);
}

/** An event of theirs may change these as well. */
const movingAttributes: readonly Attribute[] = ["firstSeenAt", "lastSeenAt", "sessions"];

/** The conditions with their reasons; null where a not turns one round, or reasons are missing. */
function leavesOf(rule: Rule, why: Why): Leaf[] | null {
  if ("not" in rule) return null;
  if (!isGroup(rule)) return [{ rule, why }];
  const found: Leaf[] = [];
  for (const [index, member] of membersOf(rule).entries()) {
    const reason = why.children?.[index];
    const inner = reason === undefined ? null : leavesOf(member, reason);
    if (inner === null) return null;
    found.push(...inner);
  }
  return found;
}

function tellable({ rule, why }: Leaf): Told | null {
  if (!isTold(why) || !("event" in rule) || !rule.did) return null;
  const { count, window } = rule;
  const length = windowLife(window);
  const { least, most } = countRange(count);
  if (length === null || least === 0 || most < Number.POSITIVE_INFINITY) return null;
  return { leaf: { rule, why }, wanted: least, length };
}

/** How long an event counts that counts from the start; null where one may begin to count later, or never. */
function windowLife(window: Window): number | null {
  if ("last" in window) return Math.min(lengthMs(window.last), eventLifetime);
  return "anyTime" in window ? eventLifetime : null;
}

/** When the condition stops to hold: as the `wanted`th newest event leaves its window. */
function endOf({ leaf, wanted, length }: Told): number | null {
  const event = leaf.why.events?.[wanted - 1];
  return event === undefined ? null : Date.parse(event.time) + length;
}

/** Only where all must hold: then the first to fail takes them out, whatever the others do. */
function wayOut(rule: Rule, told: readonly Told[]): NextStep | null {
  if (hasAny(rule)) return null;
  const ends = told.map((one) => ({ event: one.leaf.rule.event, at: endOf(one) }));
  const known = ends.filter((one): one is { event: string; at: number } => one.at !== null);
  if (known.length < told.length) return null;
  const first = known.sort((a, b) => a.at - b.at)[0];
  return first === undefined ? null : { kind: "out", ...first };
}

const hasAny = (rule: Rule): boolean =>
  isGroup(rule) && (("any" in rule && rule.any.length > 1) || membersOf(rule).some(hasAny));

function wayIn(rule: Rule, why: Why, told: readonly Told[]): NextStep | null {
  const held = told.filter(({ leaf }) => leaf.why.matched).map(endOf);
  // Of very many events not all are listed: then nothing is known of the oldest.
  const isListed = ({ leaf }: Told) => (leaf.why.events?.length ?? 0) === leaf.why.count;
  if (held.includes(null)) return null;
  const deciding = told.filter(
    (one) => !one.leaf.why.matched && isListed(one) && holdsWith(rule, why, one.leaf.why),
  );
  const ways = deciding.map((one): NextStep & { kind: "in" } => {
    const events = one.leaf.why.events ?? [];
    const oldest = events.at(-1);
    const own = oldest === undefined ? null : Date.parse(oldest.time) + one.length;
    // What holds now must hold until then: the first of them to end is the end of it.
    const by = [own, ...held].filter((at) => at !== null);
    const matches = one.wanted - (one.leaf.why.count ?? 0);
    return { kind: "in", matches, event: one.leaf.rule.event, by: by.length === 0 ? null : Math.min(...by) };
  });
  return ways.sort((a, b) => a.matches - b.matches)[0] ?? null;
}

/** Whether the whole would hold if one condition did. */
function holdsWith(rule: Rule, why: Why, turned: Why): boolean {
  if (why === turned) return true;
  if (!isGroup(rule)) return why.matched;
  const held = membersOf(rule).map((member, index) => {
    const reason = why.children?.[index];
    return reason !== undefined && holdsWith(member, reason, turned);
  });
  return "all" in rule ? held.every(Boolean) : held.some(Boolean);
}
