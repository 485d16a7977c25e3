import { constants } from "node:buffer";
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { twice } from "../../core/consistency.ts";
import { type SpaceDocument, schemaVersion, spaceDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import { personaLimits } from "../../core/persona.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { scene } from "../../core/scene.ts";
import { ownSeedNames } from "../../core/stage.ts";
import { mostTribes } from "../../core/tribe.ts";
import { noRoom, userCreate } from "../../core/user.ts";
import { fileTrouble } from "../file-trouble.ts";
import { plainBytes } from "../plain-text.ts";
import { SceneLayer } from "../scenes/lay-scene.ts";
import type { Services } from "../services.ts";
import { StartError } from "../start-error.ts";
import { DocumentError } from "../workspace/document-error.ts";
import { documentText, parseDocument } from "../workspace/parse-document.ts";
import { demoSeed } from "./demo-seed.ts";
import { premiereSeed } from "./premiere-seed.ts";
import { shopSeed } from "./shop-seed.ts";

/** A seed file: Spaces as space.json holds them, users to put into their environments, and where to publish every Collection. */
const seedDocument = z.strictObject({
  schemaVersion: z.literal(schemaVersion),
  spaces: z.array(spaceDocument),
  users: z
    .array(
      z.strictObject({ space: z.string(), environment: z.enum(environmentKeys), users: z.array(userCreate) }),
    )
    .default([]),
  publish: z.array(z.strictObject({ space: z.string(), environment: z.enum(environmentKeys) })).default([]),
  /** Scenes to put into a Space, and where to lay their history. */
  scenes: z
    .array(z.strictObject({ space: z.string(), scene, lay: z.enum(environmentKeys).optional() }))
    .default([]),
});
export type SeedDocument = Omit<z.output<typeof seedDocument>, "scenes"> & {
  readonly scenes?: z.output<typeof seedDocument>["scenes"];
};

/**
 * What is laid into no Space would be lost without a word; so would a Space whose id or key another has, and fields for which a
 * user has no room. It brings no more than the API takes.
 */
const seedFile = seedDocument.superRefine((seed, context) => {
  const refuse = (path: (string | number)[], message: string) =>
    context.addIssue({ code: "custom", path, message });
  const spaces = seed.spaces.map(({ space }) => space);
  const keys = new Set(spaces.map(({ key }) => key));
  for (const member of ["id", "key"] as const)
    for (const { path, message } of twice(spaces, member, ["spaces"]))
      refuse([...path.slice(0, -1), "space", member], message);
  for (const part of ["users", "publish", "scenes"] as const)
    for (const [index, { space }] of seed[part].entries())
      if (!keys.has(space)) refuse([part, index, "space"], `names no Space of this seed: "${space}"`);
  for (const [index, { tribes, personas }] of seed.spaces.entries()) {
    if (tribes.length > mostTribes)
      refuse(["spaces", index, "tribes"], `must have at most ${mostTribes} items`);
    if (personas.length > personaLimits.personas)
      refuse(["spaces", index, "personas"], `must have at most ${personaLimits.personas} items`);
  }
  for (const [group, { users }] of seed.users.entries())
    for (const [index, { fields }] of users.entries())
      if (JSON.stringify(fields).length > limits.userFieldsCharacters.value)
        refuse(["users", group, "users", index, "fields"], noRoom);
});

/** What a seed holds, at a time in ms UTC. */
type Seed = (now: number) => SeedDocument;

const ownSeeds: Readonly<Record<string, Seed>> = {
  demo: demoSeed,
  premiere: premiereSeed,
  shop: shopSeed,
};

/** `demo`, `premiere`, `shop`, or a seed file. @throws StartError where that can't be used */
export async function findSeed(name: string): Promise<Seed> {
  const own = Object.hasOwn(ownSeeds, name) ? ownSeeds[name] : undefined;
  if (own !== undefined) return own;
  const read = await readSeed(name);
  return () => read;
}

/**
 * Lays a seed into the workspace. A Space whose key or id is there already is left as it is, unless it is this seed's and laying
 * it was cut off: then it goes on. An aborted `signal` cuts it off, with the signal's reason.
 */
export async function seedWorkspace(services: Services, seedAt: Seed, signal?: AbortSignal): Promise<void> {
  const { workspace } = services;
  const seed = seedAt(services.clock.now());
  for (const document of seed.spaces) {
    signal?.throwIfAborted();
    const { id, key } = document.space;
    const there = workspace.findSpace(id) ?? workspace.findSpace(key);
    if (there !== undefined && !(there.data.space.id === id && isLaying(services, id))) continue;
    const mark = (others: readonly string[]) =>
      workspace.shows.update((draft) => {
        draft.laying = [...draft.laying.filter((one) => one !== id), ...others];
      });
    await mark([id]);
    if (there === undefined) {
      await services.apiKeys.ensure([id]);
      await layPeople(services, seed, document);
      await addSpace(services, document);
    }
    // What somebody has made there since is not published, and what was changed stays changed.
    const now = there?.data ?? document;
    const collections = now.collections.filter((one) => document.collections.some(({ id }) => id === one.id));
    for (const { environment } of seed.publish.filter((one) => one.space === key))
      await publishAll(services, { ...now, collections }, environment);
    for (const { scene, lay } of seed.scenes?.filter((one) => one.space === key) ?? []) {
      const known = workspace.scenes(id).find(scene.key);
      if (known === undefined) await workspace.scenes(id).put(scene, () => undefined);
      const laid = known ?? scene;
      if (lay !== undefined)
        await new SceneLayer(services).lay({ spaceId: id, environment: lay }, laid, laid.days, { signal });
    }
    await mark([]);
  }
}

/** Whether a seed's Space is not laid whole yet. */
export const isLaying = ({ workspace }: Services, spaceId: string): boolean =>
  workspace.shows.data.laying.includes(spaceId);

async function layPeople(
  { store, clock }: Services,
  seed: SeedDocument,
  { space }: SpaceDocument,
): Promise<void> {
  for (const { environment, users } of seed.users.filter((group) => group.space === space.key)) {
    const place = { spaceId: space.id, environment };
    const { full } = await store.users.import({ environment: place, at: clock.now(), users });
    const [at] = full;
    // One who stands there twice has the fields of both.
    if (at !== undefined)
      throw new StartError(
        `The seed can't be used. The fields of "${users[at]?.id}" in ${environment} ${noRoom}.`,
      );
  }
}

function addSpace({ workspace }: Services, document: SpaceDocument): Promise<void> {
  const orgId = workspace.document.data.organizations[0]?.id ?? "";
  return workspace.addSpace({ ...document, space: { ...document.space, orgId } });
}

/** Every Collection that was never published there. */
async function publishAll(
  { publishing, clock, store }: Services,
  space: SpaceDocument,
  environment: EnvironmentKey,
): Promise<void> {
  const place = { spaceId: space.space.id, environment };
  for (const draft of space.collections) {
    if ((await store.publications.latestVersion({ environment: place, collectionId: draft.id })) > 0)
      continue;
    const content = await publishing.content(space, draft, { environment });
    await publishing.publish(
      space,
      content,
      { environment },
      { by: "Seed", now: clock.now(), precondition: null },
    );
  }
}

async function readSeed(path: string): Promise<SeedDocument> {
  try {
    // Whoever names a pipe writes into it.
    const bytes = statSync(path).isFIFO()
      ? await readFile(path)
      : plainBytes(path, constants.MAX_STRING_LENGTH);
    const text = documentText(path, bytes);
    return parseDocument(path, text, { schema: seedFile, version: schemaVersion, migrations: [] }).value;
  } catch (error) {
    if (error instanceof DocumentError) throw new StartError(`The seed can't be used. ${error.message}`);
    throw new StartError(
      `The seed ${path} can't be read: ${fileTrouble(error)}. Name a file, or one that comes with Understudy: ${ownSeedNames.join(", ")}.`,
    );
  }
}
