import type { TestServer } from "./server.ts";

/** A Collection `page` with one Experience `banner` of a type with a headline, published in development. */
export async function setUpBanner(
  server: TestServer,
  scenarios: readonly object[],
  key = "page",
): Promise<{ readonly bannerId: string; readonly space: string }> {
  const space = `/v2/spaces/${server.spaceKey}`;
  if ((await server.api("GET", `${space}/experience-types/hero`)).status === 404)
    await server.api("POST", `${space}/experience-types`, {
      name: "Hero",
      properties: [{ key: "headline", type: "string", default: "Welcome" }],
    });
  await server.api("POST", `${space}/collections`, { name: key, key });
  const banner = await server.api("POST", `${space}/collections/${key}/experiences`, {
    name: "Banner",
    typeId: "hero",
    scenarios: [...scenarios, { serve: { data: {} } }],
  });
  if (banner.status !== 201) throw new Error(JSON.stringify(banner.body));
  const published = await server.api("POST", `${space}/collections/${key}/publications`, {
    environment: "development",
  });
  if (published.status !== 201) throw new Error(JSON.stringify(published.body));
  return { bannerId: banner.body.id, space };
}

/** Starts a session as an SDK does. */
export async function startSession(server: TestServer, more: object, key = server.keys.development) {
  const answer = await server.sdk(
    "POST",
    "/sdk/v1/sessions",
    {
      sdk: { name: "browser", version: "1.0.0-beta.8" },
      device: { id: "d1", platform: "web", locale: "en-GB", timeZone: "Europe/London" },
      ...more,
    },
    { "x-api-key": key },
  );
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
  return answer.body;
}

let made = 0;

/** An event as an SDK sends it, with an id of its own. */
export const anEvent = (
  name: string,
  who: { readonly userId: string } | { readonly anonymousId: string },
  { time = Date.now(), pairs = {} }: { readonly time?: number; readonly pairs?: Record<string, string> } = {},
) => {
  made += 1;
  const metadata = Object.fromEntries(
    Object.entries(pairs).map(([key, value], index) => [`pair${index + 1}`, { key, value }]),
  );
  return { id: `made-${made}-${Date.now()}`, name, time: new Date(time).toISOString(), ...who, metadata };
};
