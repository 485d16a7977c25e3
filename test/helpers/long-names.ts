import type { TestServer } from "./server.ts";

/** A name that fits in nowhere. */
export const longName = "Wochenendprogrammvorschau".repeat(7);
export const longTribes = 30;

/** Lays a Space `long-names`: an Experience and a Tribe of that name, published, more Tribes, and two people in the first. */
export async function layLongNames({ api }: TestServer, orgId: string): Promise<void> {
  const post = async (path: string, body: object) => {
    const answer = await api("POST", path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const { key } = await post("/v2/spaces", { orgId, name: "Long names" });
  const base = `/v2/spaces/${key}`;
  await post(`${base}/experience-types`, { name: "Hero", properties: [{ key: "headline", type: "string" }] });
  const is = (field: string, value: string) => ({ all: [{ field, op: "equals", value }] });
  const tribe = await post(`${base}/tribes`, { name: longName, rules: is("plan", "gold") });
  for (let n = 1; n < longTribes; n += 1)
    await post(`${base}/tribes`, { name: `Tribe ${n}`, rules: is("n", `${n}`) });
  await post(`${base}/collections`, { name: "Homepage" });
  const scenarios = [
    { name: "Gold", audience: { anyOf: [tribe.id] }, serve: { data: { headline: "For you" } } },
    { name: "Default", serve: { data: { headline: "For all" } } },
  ];
  await post(`${base}/collections/homepage/experiences`, { name: "Banner", typeId: "hero" });
  await post(`${base}/collections/homepage/experiences`, { name: longName, typeId: "hero", scenarios });
  await post(`${base}/collections/homepage/publications`, { environment: "development" });
  const people = ["ana-ribeiro", "jonas-weber"].map((id) => ({ id, fields: { plan: "gold" } }));
  await post(`${base}/environments/development/users/import`, people);
}
