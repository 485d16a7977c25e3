import type { TestConsole, TestSpace } from "./console.ts";
import type { ApiAnswer, TestServer } from "./server.ts";

/** Calls the API and gives the body; throws where it is refused. */
export type Must = (method: string, path: string, body?: unknown) => Promise<ApiAnswer["body"]>;

export const mustOf =
  ({ api }: TestServer): Must =>
  async (method, path, body) => {
    const answer = await api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };

interface Homepage {
  readonly tribe: object;
  /** Of the Experience Banner, whose type Hero has a headline. */
  readonly scenarios: readonly object[];
}

/** A Space of its own with one Tribe and one Banner on its Homepage, published in Development. */
export async function layHomepage(app: TestConsole, { tribe, scenarios }: Homepage): Promise<TestSpace> {
  const must = mustOf(app.server);
  const space = await app.newSpace();
  const base = `/v2/spaces/${space.key}`;
  const properties = [{ key: "headline", type: "string", default: "Welcome" }];
  await must("POST", `${base}/experience-types`, { name: "Hero", properties });
  await must("POST", `${base}/tribes`, tribe);
  await must("POST", `${base}/collections`, { name: "Homepage" });
  const banner = { name: "Banner", typeId: "hero", scenarios };
  await must("POST", `${base}/collections/homepage/experiences`, banner);
  await must("POST", `${base}/collections/homepage/publications`, { environment: "development" });
  return space;
}

/** A Tribe of gold members and a Banner that greets them; `rest` is what everybody else is served. */
export const forGold = (rest: object): Homepage => ({
  tribe: { name: "Gold members", rules: { field: "plan", op: "equals", value: "gold" } },
  scenarios: [
    {
      name: "For gold",
      audience: { anyOf: ["gold-members"] },
      serve: { enabled: true, data: { headline: "Hi, Gold" } },
    },
    { name: "Default", serve: rest },
  ],
});
