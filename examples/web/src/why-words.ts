/** A rule of the platform with what it found (`GET /sdk/v1/sessions/:sessionId/explanation`). */
export interface Why {
  readonly rule: Readonly<Record<string, unknown>>;
  readonly matched: boolean;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly count?: number;
  readonly events?: readonly { readonly id: string; readonly name: string; readonly time: string }[];
  readonly children?: readonly Why[];
}

export interface Decision {
  readonly key: string;
  readonly enabled: boolean;
  readonly reason: string;
  readonly scenario: { readonly id: string; readonly name: string };
  readonly tried: readonly {
    readonly scenario: { readonly name: string };
    readonly matched: boolean;
    readonly why: Why;
  }[];
}

export interface Explanation {
  readonly experiences: readonly Decision[];
}

/** Why a part is as it is, as a slip and a card say it. */
export interface Reason {
  readonly key: string;
  /** Which of the scenarios it is, from 1; null where nothing is served. */
  readonly number: number | null;
  readonly title: string;
  readonly words: string;
  readonly event: string | null;
  /** Which events count, and from when. */
  readonly filter: string | null;
  /** The newest of them; `number`: which one it is of all that were counted. */
  readonly events: readonly CountedEvent[];
}

interface CountedEvent {
  readonly id: string;
  readonly time: string;
  readonly what: string;
  readonly number: number;
}

const ops: Readonly<Record<string, string>> = {
  any: "at least 1",
  moreThan: "more than",
  lessThan: "less than",
  atLeast: "at least",
  atMost: "at most",
  exactly: "exactly",
};

/** A text of what the platform sent; what is no text or number reads as nothing. */
const textOf = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const record = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** The rules that decided, without those that only hold others together. */
const leaves = (why: Why): Why[] =>
  why.children === undefined || why.children.length === 0 ? [why] : why.children.flatMap(leaves);

/** What says most of a decision: events, then what somebody is; of a rule that failed, what it failed by. */
function tellingLeaf(why: Why): Why | undefined {
  const all = leaves(why).filter(({ matched }) => matched === why.matched);
  return all.find(({ count }) => count !== undefined) ?? all.find(({ rule }) => "field" in rule) ?? all[0];
}

export function reasonOf({ key, enabled, reason, scenario, tried }: Decision): Reason {
  const at = tried.findIndex(({ matched }) => matched);
  const isDefault = reason === "default" || !enabled;
  // What everybody sees is explained by what it would take to see something else.
  const decisive = isDefault ? tried.find(({ matched }) => !matched) : tried[at];
  const leaf = decisive === undefined ? undefined : tellingLeaf(decisive.why);
  const { event, filter, events } = eventsOf(leaf);
  return {
    key,
    number: enabled ? at + 1 : null,
    title: enabled && isDefault ? "What everybody sees" : scenario.name,
    words: leaf === undefined ? "" : isDefault && enabled ? `not yet: ${wordsOf(leaf)}` : wordsOf(leaf),
    event,
    filter,
    events,
  };
}

function wordsOf({ rule, count, actual }: Why): string {
  if (count !== undefined) {
    const { op, value } = record(rule.count);
    if (rule.did === false) return count === 0 ? "not done" : `done ${count} times`;
    return `${count} of ${ops[textOf(op)] ?? textOf(op)} ${textOf(value)}`.trim();
  }
  if ("field" in rule) return `${textOf(rule.field)} is ${textOf(actual) || "not set"}`;
  if ("label" in rule) return `label ${textOf(rule.label)}`;
  if ("attribute" in rule) return `${textOf(rule.attribute)} is ${textOf(actual) || "not known"}`;
  if ("audience" in rule) return `for ${textOf(rule.audience) || "everybody"}`;
  return "";
}

function eventsOf(leaf: Why | undefined): Pick<Reason, "event" | "filter" | "events"> {
  if (leaf?.count === undefined) return { event: null, filter: null, events: [] };
  const { count, rule, events = [] } = leaf;
  const { event, where, window } = rule;
  const pairs = Array.isArray(where) ? where.map(record) : [];
  const last = record(record(window).last);
  const [unit = "", amount = ""] = Object.entries(last)[0] ?? [];
  const filter = [
    ...pairs.map((pair) => `where ${textOf(pair.key)} is ${textOf(pair.value)}`),
    ...(unit === "" ? [] : [`last ${textOf(amount)} ${unit}`]),
  ].join(", ");
  const what = pairs.map((pair) => textOf(pair.value)).join(", ");
  return {
    event: textOf(event),
    filter: filter === "" ? null : filter,
    events: events.slice(0, 4).map(({ id, time }, at) => ({ id, time, what, number: count - at })),
  };
}
