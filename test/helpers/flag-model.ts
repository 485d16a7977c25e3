import { expect } from "vitest";
import type { TestServer } from "./server.ts";

const day = 86_400_000;

/** Makes a thing over the Platform API and gives it. */
async function made(server: TestServer, path: string, body: object) {
  const answer = await server.api("POST", `/v2/spaces/${server.spaceKey}${path}`, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  return answer.body;
}

const bannerScenarios = [
  {
    name: "Binge watchers",
    audience: { anyOf: ["binge-watchers"] },
    serve: { data: { headline: "More drama" } },
  },
  {
    name: "Gold members",
    audience: { anyOf: ["gold"] },
    serve: { data: { headline: "Hi, Gold", size: 3, wide: true, tags: ["gold", 1], layout: { columns: 3 } } },
  },
  { name: "Everyone", serve: { data: { headline: "Hi" } } },
];

/** A Collection "homepage" with something of every kind, targeted by a field and by events; published in development. */
export async function publishFlags(server: TestServer): Promise<void> {
  await made(server, "/experience-types", {
    name: "Hero",
    properties: [
      { key: "headline", type: "string", default: "Welcome" },
      { key: "size", type: "number", default: 1.5 },
      { key: "wide", type: "boolean", default: false },
      { key: "background", type: "color", default: { value: "#c81e4a", opacity: 0.5 } },
      { key: "tags", type: "list", default: [] },
      { key: "layout", type: "json" },
      { key: "subtitle", type: "text" },
    ],
  });
  const field = { field: "plan", op: "equals", value: "gold" };
  await made(server, "/tribes", { name: "Gold", rules: field });
  await made(server, "/tribes", {
    name: "Binge watchers",
    rules: {
      event: "movie/watched",
      did: true,
      count: { op: "moreThan", value: 2 },
      window: { last: { days: 7 } },
      where: [{ key: "genre", op: "equals", value: "drama" }],
    },
  });
  await made(server, "/collections", { name: "Homepage" });
  const homepage = "/collections/homepage";
  await made(server, `${homepage}/experiences`, {
    name: "Banner",
    typeId: "hero",
    scenarios: bannerScenarios,
  });
  const everyone = (serve: object) => [{ name: "Everyone", serve }];
  await made(server, `${homepage}/experiences`, {
    name: "Off",
    typeId: "hero",
    scenarios: everyone({ enabled: false }),
  });
  await made(server, `${homepage}/experiences`, {
    name: "Split",
    typeId: "hero",
    scenarios: [{ name: "Half", rollout: 50, serve: { data: { headline: "A" } } }, ...everyone({})],
  });
  await made(server, `${homepage}/sections`, {
    name: "Body",
    typeIds: ["hero"],
    experiences: [
      { key: "promo", name: "Promo", typeId: "hero" },
      { key: "offer", name: "Offer", typeId: "hero" },
    ],
    scenarios: everyone({ children: ["offer", "promo"] }),
  });
  await publish(server);
}

export const publish = (server: TestServer, environment = "development") =>
  made(server, "/collections/homepage/publications", { environment });

/** Changes what the Banner serves by default, and nothing else; to be published. */
export async function changeHeadline(server: TestServer, headline: string): Promise<void> {
  const path = `/v2/spaces/${server.spaceKey}/collections/homepage`;
  const { experiences } = (await server.api("GET", path)).body;
  const { scenarios } = experiences.find(({ key }: { key: string }) => key === "banner");
  const last = { ...scenarios.at(-1), serve: { data: { headline } } };
  const body = { scenarios: [...scenarios.slice(0, -1), last] };
  expect((await server.api("PATCH", `${path}/experiences/banner`, body)).status).toBe(200);
}

let events = 0;
/** One drama, watched by a known user in development. */
export async function watchDrama(server: TestServer, userId: string, daysAgo = 0): Promise<void> {
  events += 1;
  const event = {
    id: `drama-${events}`,
    name: "movie/watched",
    time: new Date(Date.now() - daysAgo * day).toISOString(),
    userId,
    metadata: { pair1: { key: "genre", value: "drama" } },
  };
  const answer = await server.sdk("POST", "/sdk/v1/events", { events: [event] });
  expect([answer.status, answer.body.accepted]).toEqual([202, 1]);
}
