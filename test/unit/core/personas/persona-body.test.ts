import { expect, test } from "vitest";
import { type Persona, personaCreate } from "../../../../src/core/persona.ts";
import { personaBody, personaTime } from "../../../../src/core/personas/persona-body.ts";

const now = Date.parse("2026-11-20T12:00:00Z");
const stamps = { createdAt: "2026-11-01T00:00:00Z", updatedAt: "2026-11-01T00:00:00Z" };
const persona = (input: object): Persona => ({
  ...personaCreate.parse({ name: "P", ...input }),
  id: "per_1",
  key: "p",
  ...stamps,
});
const watched = { name: "movie/watched", metadata: { pair1: { key: "genre", value: "drama" } } };

test("a persona is who it says, with its own id where it gives none", () => {
  expect(personaBody(persona({}), now).user).toEqual({
    id: "per_1",
    kind: "known",
    fields: {},
    labels: [],
    sessions: 0,
  });
  const user = { kind: "visitor", userId: "v-1", fields: { plan: "gold" }, locale: "pt" } as const;
  expect(personaBody(persona({ user }), now).user).toEqual({
    id: "v-1",
    kind: "visitor",
    fields: { plan: "gold" },
    labels: [],
    locale: "pt",
    sessions: 0,
  });
});

const events: [name: string, given: object, want: readonly string[]][] = [
  ["now", { ago: { minutes: 0 } }, ["2026-11-20T12:00:00.000Z"]],
  ["minutes ago", { ago: { minutes: 90 } }, ["2026-11-20T10:30:00.000Z"]],
  ["hours ago", { ago: { hours: 13 } }, ["2026-11-19T23:00:00.000Z"]],
  [
    "days ago, more than once",
    { ago: { days: 2 }, count: 2 },
    ["2026-11-18T12:00:00.000Z", "2026-11-18T12:00:00.000Z"],
  ],
];
test.each(events)("what it did %s is dated from the time of the decision", (_name, given, want) => {
  const made = personaBody(persona({ events: [{ ...watched, ...given }] }), now).events;
  expect(made.map((one) => one.time)).toEqual(want);
  expect(made[0]).toMatchObject(watched);
});

test("it is decided at its own time, or now", () => {
  expect(personaTime({ at: null }, now)).toBe(now);
  expect(personaTime({ at: "2026-12-24T18:00:00Z" }, now)).toBe(Date.parse("2026-12-24T18:00:00Z"));
});

const refused: [name: string, input: object][] = [
  ["two lengths at once", { events: [{ ...watched, ago: { days: 1, hours: 1 } }] }],
  ["a time to come", { events: [{ ...watched, ago: { days: -1 } }] }],
  ["half a day", { events: [{ ...watched, ago: { days: 0.5 } }] }],
  ["more than 365 days", { events: [{ ...watched, ago: { hours: 365 * 24 + 1 } }] }],
  ["an event a hundred and one times", { events: [{ ...watched, ago: { days: 1 }, count: 101 }] }],
  ["201 events", { events: Array(201).fill({ ...watched, ago: { days: 1 } }) }],
  ["a member that is not known", { user: { plan: "gold" } }],
  ["a scenario without its Experience", { expected: { experiences: [{ scenario: "scn_1" }] } }],
];
test.each(refused)("%s is refused", (_name, input) => {
  expect(personaCreate.safeParse({ name: "P", ...input }).success).toBe(false);
});
