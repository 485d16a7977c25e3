// The rules and people of the evaluation bench: each condition in our language, as a closure, and as flagd's JSON logic.
export const experiences = Array.from({ length: 100 }, (_, index) => index);

const plans = ["free", "silver", "gold", "staff"];
const countries = ["de", "fr", "jp", "us", "br"];
const labels = ["vip", "beta", "press"];

const is = (field, value) => ({
  rule: { field, op: "equals", value },
  closure: (person) => person.fields[field] === value,
  logic: { "===": [{ var: field }, value] },
});
const isAmong = (field, values) => {
  const wanted = new Set(values);
  return {
    rule: { field, op: "in", value: values },
    closure: (person) => wanted.has(person.fields[field]),
    logic: { in: [{ var: field }, values] },
  };
};
const atLeast = (field, value) => ({
  rule: { field, op: "atLeast", value },
  closure: (person) => typeof person.fields[field] === "number" && person.fields[field] >= value,
  logic: { ">=": [{ var: field }, value] },
});
const startsWith = (field, value) => ({
  rule: { field, op: "startsWith", value },
  closure: (person) => typeof person.fields[field] === "string" && person.fields[field].startsWith(value),
  logic: { starts_with: [{ var: field }, value] },
});
const hasLabel = (label) => ({
  rule: { label },
  closure: (person) => person.labels.includes(label),
  logic: { in: [label, { var: "labels" }] },
});
const platformIs = (value) => ({
  rule: { attribute: "platform", op: "equals", value },
  closure: (person) => person.platform === value,
  logic: { "===": [{ var: "platform" }, value] },
});

const pick = (list, n) => list[n % list.length];

/** Six kinds of conditions in turn, so that each Experience has other ones. */
const kinds = [
  (n) => is("plan", pick(plans, n)),
  (n) => atLeast("age", 18 + (n % 40)),
  (n) => isAmong("country", [pick(countries, n), pick(countries, n + 2), pick(countries, n + 3)]),
  (n) => startsWith("email", pick(["a", "m", "u"], n)),
  (n) => hasLabel(pick(labels, n)),
  (n) => platformIs(pick(["web", "ios", "roku"], n)),
];

/** Kinds of which no two conditions need be alike: `n` makes no difference to any of the people. */
const unlikeKinds = [
  (n) => isAmong("plan", [pick(plans, n), pick(plans, n + 1), `plan-${n}`]),
  (n) => atLeast("age", 18 + (n % 40) + n / 100_000),
  (n) => isAmong("country", [pick(countries, n), pick(countries, n + 2), `country-${n}`]),
];

const three = [0, 1, 2];
const rulesWith = (made, number) =>
  experiences.map((experience) =>
    three.map((rule) =>
      three.map((condition) =>
        made[(experience + rule + condition * 2) % made.length](number(experience, rule, condition)),
      ),
    ),
  );

/** By Experience: three rules of three conditions, all of which must hold. Rules share conditions, as a team's do. */
export const rules = rulesWith(kinds, (experience, rule, condition) => experience + rule * 7 + condition);
/** The same, but each of the 900 conditions is there once: nothing can be shared. */
export const unlikeRules = rulesWith(
  unlikeKinds,
  (experience, rule, condition) => experience * 9 + rule * 3 + condition,
);
export const distinct = (all) => new Set(all.flat(2).map((condition) => JSON.stringify(condition.rule))).size;

export const people = Array.from({ length: 32 }, (_, index) => ({
  kind: "known",
  id: `user-${index}`,
  fields: {
    plan: pick(plans, index),
    age: 15 + ((index * 7) % 50),
    country: pick(countries, index * 3),
    email: `${pick(["ana", "mei", "uma", "zoe"], index)}@example.com`,
  },
  labels: labels.filter((_, label) => (index >> label) % 2 === 0),
  platform: pick(["web", "ios", "roku"], index),
  locale: "en-GB",
  timeZone: "Europe/London",
  createdAt: 0,
  firstSeenAt: 0,
  lastSeenAt: 0,
  sessions: index,
  now: Date.parse("2026-11-20T14:32:06.240Z"),
  events: { count: () => 0 },
}));
