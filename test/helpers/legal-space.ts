import type { Collection } from "../../src/core/collection.ts";
import type { ExperienceType } from "../../src/core/experience-type.ts";
import type { Persona } from "../../src/core/persona.ts";
import { environmentKeys } from "../../src/core/primitives.ts";
import type { Tribe } from "../../src/core/tribe.ts";
import type { User } from "../../src/core/user.ts";
import { itemOf, keyPath, partsOf } from "../../src/renderer/model/collection-address.ts";
import { userAddress } from "../../src/renderer/people/user-port.ts";
import { tribeStep } from "../../src/renderer/tribes/tribe-step.ts";
import { Bodies } from "./legal-bodies.ts";
import { Random } from "./random.ts";
import type { TestServer } from "./server.ts";

/**
 * Lays a Space of documents that the API takes and that the console would never make; what it refuses is left out. Gives
 * the addresses of all pages about them, as they follow the environment.
 */
export async function layLegalSpace(server: TestServer, seed: number) {
  const random = new Random(seed);
  const bodies = new Bodies(random);
  const times = (count: number) => Array.from({ length: count });
  const { body: orgs } = await server.api("GET", "/v2/orgs");
  const orgId = orgs.data[0].id;
  const { body: space } = await server.api("POST", "/v2/spaces", { orgId, name: `Legal ${seed}` });
  const base = `/v2/spaces/${space.id}`;
  let refused = 0;
  /** What was made, where it was taken. */
  async function make<T>(path: string, body: unknown, method = "POST"): Promise<T[]> {
    const answer = await server.api(method, path, body);
    if (answer.status >= 500) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    if (answer.status >= 300) refused += 1;
    if (answer.status >= 300 && process.env.LEGAL_SHOW !== undefined)
      console.info(path, JSON.stringify(answer.body.errors ?? answer.body));
    return answer.status >= 300 ? [] : [answer.body as T];
  }

  const tribes: Tribe[] = [];
  for (const _ of times(8))
    tribes.push(...(await make<Tribe>(`${base}/tribes`, bodies.wholeTribe(tribes.map(({ id }) => id)))));
  const tribeIds = tribes.map(({ id }) => id);
  const types: ExperienceType[] = [];
  for (const _ of times(6))
    types.push(...(await make<ExperienceType>(`${base}/experience-types`, bodies.wholeType())));
  for (const _ of times(3)) {
    const [made] = await make<Collection>(`${base}/collections`, {
      name: bodies.wholeType().name,
      ...(random.below(4) === 0 && { key: "types" }),
    });
    if (made === undefined) continue;
    const collection = `${base}/collections/${made.id}`;
    for (const _ of times(4))
      if (types.length > 0)
        await make(`${collection}/experiences`, bodies.wholeExperience(random.pick(types), tribeIds));
    for (const _ of times(2)) {
      const typeIds = types.filter(() => random.below(2) === 0).map(({ id }) => id);
      await make(`${collection}/sections`, bodies.wholeSection(typeIds, tribeIds));
    }
    for (const environment of environmentKeys)
      if (random.below(3) > 0)
        await make(`${collection}/publications`, { environment, note: bodies.wholeType().name });
    if (random.below(4) === 0) await make(`${collection}/publications/development`, undefined, "DELETE");
    await make(collection, { name: bodies.wholeType().name }, "PATCH");
  }
  // What was published, and what scenarios hold, is of the types as they were before.
  for (const { id } of types.slice(0, 3))
    await make(`${base}/experience-types/${id}`, bodies.wholeType(), "PATCH");

  const collections: Collection[] = (await server.api("GET", `${base}/collections?limit=200`)).body.data;
  const parts = collections.flatMap(partsOf);
  const personas: Persona[] = [];
  for (const _ of times(4))
    personas.push(
      ...(await make<Persona>(
        `${base}/personas`,
        bodies.wholePersona(
          tribeIds,
          parts.map((part) => itemOf(part).id),
        ),
      )),
    );
  for (const key of ["first", "second"]) await make(`${base}/scenes/${key}`, bodies.scene(), "PUT");

  const { body: environments } = await server.api("GET", `${base}/environments`);
  const headers = { "x-api-key": environments.data[0].apiKey as string };
  const users = `${base}/environments/development/users`;
  for (const _ of times(8))
    await make(users, {
      id: random.pick([bodies.text(), bodies.personId()]),
      kind: random.pick(["known", "visitor"]),
      ...bodies.user(),
    });
  const events = times(12).map((_, index) => (index % 3 === 0 ? bodies.event(index) : bodies.wholeEvent()));
  await server.sdk("POST", "/sdk/v1/events", { events }, headers);
  for (const _ of times(4))
    await server.sdk(
      "POST",
      "/sdk/v1/sessions",
      {
        ...(random.below(2) === 0 ? { userId: bodies.personId() } : { anonymousId: bodies.personId() }),
        fields: bodies.fields(),
        sdk: { name: random.pick(["browser", "x"]), version: bodies.text().slice(0, 64) },
        device: {
          id: bodies.text(),
          platform: bodies.text(),
          locale: random.pick(["de-DE", "no such", "x"]),
        },
      },
      headers,
    );
  await make("/v2/tokens", { name: bodies.text(), role: "viewer" });

  const people: User[] = (await server.api("GET", `${users}?limit=200`)).body.data;
  const inTurn = (page: string, ...below: readonly string[]) =>
    [page, ...below].map(encodeURIComponent).join("/");
  const served = collections.flatMap((collection) => [
    inTurn("collections", ...keyPath({ kind: "collection", collection })),
    `${inTurn("collections", ...keyPath({ kind: "collection", collection }))}?tab=history`,
  ]);
  const partPages = parts.map((part) => inTurn("collections", ...keyPath(part)));
  return {
    key: space.key as string,
    refused,
    paths: [
      ...served,
      ...partPages,
      ...partPages.slice(0, 3).map((path) => `${path}?tab=code`),
      ...types.map((type) => inTurn("collections", "types", type.id)),
      ...tribes.map((tribe) => inTurn("tribes", tribeStep(tribe))),
      ...personas.map(({ key }) => inTurn("personas", key)),
      ...people.map((user) => userAddress(inTurn, user)),
      ...people.slice(0, 3).map(({ id, kind }) => `preview?user=${encodeURIComponent(id)}&kind=${kind}`),
    ],
  };
}
