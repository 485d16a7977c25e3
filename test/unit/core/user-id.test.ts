import { describe, expect, test } from "vitest";
import { eventInput } from "../../../src/core/event.ts";
import { sessionStart } from "../../../src/core/session.ts";
import { user, userCreate, userImportRow } from "../../../src/core/user.ts";

const sdk = { name: "browser", version: "1.0.0" };
const device = { id: "d1", platform: "web", locale: "en", timeZone: "UTC" };
const time = "2026-11-26T12:00:00.000Z";
const ways: [string, (id: string) => boolean][] = [
  ["a session of a user", (userId) => sessionStart.safeParse({ userId, sdk, device }).success],
  ["a session of a visitor", (anonymousId) => sessionStart.safeParse({ anonymousId, sdk, device }).success],
  ["an event of a user", (userId) => eventInput.safeParse({ name: "a/b", time, userId }).success],
  [
    "an event of a visitor",
    (anonymousId) => eventInput.safeParse({ name: "a/b", time, anonymousId }).success,
  ],
  ["a new user", (id) => userCreate.safeParse({ id }).success],
  ["an imported user", (id) => userImportRow.safeParse({ id }).success],
];

/** What `fetch` and browsers ask for, where the id is the end of an address. */
const addressed = (id: string) =>
  decodeURIComponent(
    new URL(`http://127.0.0.1/users/${encodeURIComponent(id)}`).pathname.slice("/users/".length),
  );

describe.each(ways)("%s", (_, takes) => {
  test.each([".", "..", "...", ". ", "a/..", "../x", "%2e%2e", "%", "?", "#", "/", " ", "ä"])(
    "takes the id %j where an address can end in it",
    (id) => expect(takes(id)).toBe(addressed(id) === id),
  );
});

test("a user whom an older version stored as .. is still told", () => {
  const stored = { ...user.parse(user.meta()?.example), id: ".." };
  expect(user.safeParse(stored).success).toBe(true);
});
