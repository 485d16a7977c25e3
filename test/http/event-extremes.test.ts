import { afterAll, beforeAll, expect, test } from "vitest";
import { startServerHere, type TestServer } from "../helpers/server.ts";

let server: TestServer;
const events = () => `/v2/spaces/${server.spaceKey}/environments/development/events`;

beforeAll(async () => {
  server = await startServerHere();
});
afterAll(async () => {
  await server?.stop();
  await server?.remove();
});

const track = (batch: object) => server.sdk("POST", "/sdk/v1/events", batch);

test.each([
  ["9999-12-31T23:59:59Z", "0001-01-01T00:00:00Z"],
  ["0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z"],
])("a time that a wrong clock moves out of the calendar is refused: %s sent at %s", async (time, sentAt) => {
  const { status, body } = await track({ sentAt, events: [{ name: "clock/wrong", time, userId: "u1" }] });
  expect(status).toBe(202);
  expect(body).toMatchObject({ accepted: 0, rejected: [{ index: 0, code: "invalid-time" }] });
});

test.each(["0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "1969-12-31T23:59:59Z"])(
  "the ends of the calendar are kept and told: %s",
  async (time) => {
    expect((await track({ events: [{ name: "calendar/end", time, userId: "u1" }] })).body.accepted).toBe(1);
    const { status, body } = await server.api("GET", `${events()}?name=calendar/end&limit=1`);
    expect([status, Date.parse(body.data[0].time)]).toEqual([200, Date.parse(time)]);
  },
);

test("an event that is too large is refused, and only an outline of it is kept", async () => {
  const event = {
    id: "big",
    name: "big/event",
    time: "2026-11-20T12:00:00Z",
    userId: "u1",
    more: "x".repeat(400_000),
  };
  const { body } = await track({ events: [event] });
  expect(body).toMatchObject({ accepted: 0, rejected: [{ id: "big", code: "too-large" }] });
  const { body: page } = await server.api("GET", `${events()}?status=rejected&limit=1`);
  expect(page.data[0]).toMatchObject({ id: "big", name: "big/event", problem: { code: "too-large" } });
  expect(JSON.stringify(page.data[0]).length).toBeLessThan(5000);
});
