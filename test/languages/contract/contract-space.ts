import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeFile } from "../../../src/server/codegen/codegen-resources.ts";
import { startServerHere, type TestServer } from "../../helpers/server.ts";
import { giveSteadyIds } from "./steady-ids.ts";

/** The Space that every contract file is about, in a data folder of its own to be copied. */
export interface ContractSpace {
  readonly keys: TestServer["keys"];
  /** The Space's code, the runtime included. */
  readonly code: (platform: string, lang: string) => Promise<readonly CodeFile[]>;
  /** The server of all files that change nothing in the Space. */
  readonly shared: () => Promise<TestServer>;
  /** A server with a copy of the Space to itself: what a file changes no other one sees. */
  readonly serve: () => Promise<TestServer>;
  /** What an app is in that has no choice, where it has none. */
  readonly only: "production" | null;
  readonly remove: () => Promise<void>;
}

const hero = {
  name: "Hero",
  properties: [
    { key: "headline", type: "string", default: "Welcome" },
    { key: "text", type: "text", default: "Two lines,\nand a second one." },
    { key: "seats", type: "number", default: 120 },
    { key: "soldOut", type: "boolean", default: false },
    { key: "background", type: "color", default: { value: "#c81e4a", opacity: 0.5 } },
    { key: "link", type: "url", default: "https://example.com/tickets?a=1&b=2#top" },
    { key: "poster", type: "image" },
    { key: "premiere", type: "date", default: "2026-12-24T18:00:00.000Z" },
    { key: "genre", type: "select", options: ["drama", "comedy", "sci-fi"], default: "drama" },
    { key: "tags", type: "list", default: ["new", 3, true] },
    { key: "extra", type: "json", default: { a: [1, null, { b: "c" }] } },
    { key: "subtitle", type: "string" },
    { key: "class", type: "string", default: "a word of the language" },
    { key: "head-line", type: "string", default: "a key with a hyphen" },
    { key: "HEADLINE", type: "string", default: "a key that differs in case alone" },
  ],
};

const everybody = (data: object) => ({ name: "Everybody", serve: { enabled: true, data } });
const goldMembers = { kind: "everyone", anyOf: ["gold"], noneOf: [] };

const homepage = (headline: string) => ({
  banner: [
    { name: "Gold", audience: goldMembers, serve: { enabled: true, data: { headline: "For gold" } } },
    {
      name: "Watchers",
      audience: { kind: "everyone", anyOf: ["watchers"], noneOf: [] },
      serve: { enabled: true, data: { headline: "Seen it" } },
    },
    everybody({ headline }),
  ],
});

/**
 * `inProduction`: a language whose apps are always in Production. Its code is generated first, so that its fallbacks say what they say in every
 * language; then Production serves what Development does.
 */
export async function makeContractSpace(inProduction?: {
  readonly platform: string;
  readonly lang: string;
}): Promise<ContractSpace> {
  const dataDir = await mkdtemp(join(tmpdir(), "understudy-contract-"));
  let server = await startServerHere({ dataDir });
  const made = async (path: string, body: unknown, method = "POST") => {
    const answer = await server.api(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const orgs = await server.api("GET", "/v2/orgs");
  await made("/v2/spaces", { orgId: orgs.body.data[0].id, name: "Contract", key: "contract" });
  const space = "/v2/spaces/contract";
  await made(`${space}/experience-types`, hero);
  await made(`${space}/experience-types`, {
    name: "Teaser",
    properties: [{ key: "title", type: "string", default: "" }],
  });
  await made(`${space}/tribes`, {
    name: "Gold",
    audience: "everyone",
    rules: { field: "plan", op: "equals", value: "gold" },
  });
  await made(`${space}/tribes`, {
    name: "Watchers",
    audience: "everyone",
    rules: { event: "movie/watched", did: true, where: [{ key: "genre", op: "equals", value: "drama" }] },
  });
  await made(`${space}/collections`, { name: "Homepage" });
  const at = `${space}/collections/homepage`;
  await made(`${at}/experiences`, {
    name: "Banner",
    typeId: "hero",
    scenarios: homepage("Hello from Production").banner,
  });
  await made(`${at}/experiences`, {
    name: "Footer",
    typeId: "hero",
    scenarios: [{ name: "Everybody", serve: { enabled: false, data: {} } }],
  });
  const teaser = (key: string) => ({
    key,
    name: key,
    typeId: "teaser",
    scenarios: [everybody({ title: `Teaser ${key}` })],
  });
  await made(`${at}/sections`, {
    name: "Body",
    typeIds: ["teaser"],
    experiences: [teaser("one"), teaser("two"), teaser("three")],
    scenarios: [
      { name: "Gold", audience: goldMembers, serve: { enabled: true, children: ["three", "one"] } },
      { name: "Everybody", serve: { enabled: true, children: ["one", "two", "three"] } },
    ],
  });
  await made(`${space}/collections`, { name: "Later" });
  await made(`${space}/collections/later/experiences`, {
    name: "Card",
    typeId: "teaser",
    scenarios: [everybody({ title: "Not published" })],
  });
  await made(`${at}/publications`, { environment: "production" });
  for (const environment of ["staging", "development"]) {
    const scenarios = homepage(`Hello from ${environment}`).banner;
    await made(`${at}/experiences/banner`, { scenarios }, "PATCH");
    await made(`${at}/publications`, { environment });
  }
  await server.stop();
  await giveSteadyIds(dataDir);
  server = await startServerHere({ dataDir });
  const generated = inProduction && (await made(`${space}/codegen`, inProduction)).files;
  if (inProduction) await made(`${at}/publications`, { environment: "production" });
  const environments = await server.api("GET", `${space}/environments`);
  const keyOf = (name: string): string =>
    environments.body.data.find((one: { key: string }) => one.key === name).apiKey;
  const keys = {
    development: keyOf("development"),
    staging: keyOf("staging"),
    production: keyOf("production"),
  };
  await server.stop();
  const copies: string[] = [];
  const serve = async () => {
    const copy = await mkdtemp(join(tmpdir(), "understudy-contract-"));
    copies.push(copy);
    await cp(dataDir, copy, { recursive: true });
    return startServerHere({ dataDir: copy });
  };
  let sharing: Promise<TestServer> | undefined;
  const shared = () => {
    sharing ??= serve();
    return sharing;
  };
  return {
    keys,
    shared,
    serve,
    only: inProduction ? "production" : null,
    code: async (platform, lang) => {
      if (generated !== undefined) return generated;
      const answer = await (await shared()).api("POST", `${space}/codegen`, { platform, lang });
      return answer.body.files;
    },
    remove: async () => {
      await (await sharing)?.stop();
      for (const folder of [dataDir, ...copies]) await rm(folder, { recursive: true, force: true });
    },
  };
}
