import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { newFolder, startServerHere, type TestServer } from "../../helpers/server.ts";

/** Of what is in generated code. */
const byChance = /\b(typ|prp|col|exp|sec|scn|us_dev|us_stg|us_prd)_([0-9A-Za-z]{28}|[0-9A-Za-z]{16})\b/g;

/**
 * Gives the parts of a workspace that no server is using ids and keys by their order, in place of chance: so the code of its Spaces is the
 * same in every run, and compilers are asked about it once (ADR 50).
 */
export async function giveSteadyIds(dataDir: string): Promise<void> {
  const given = new Map<string, string>();
  const steady = (id: string, kind: string, chance: string) => {
    const number = String(given.size).padStart(chance.length, "x");
    const known = given.get(id) ?? `${kind}_${number}`;
    given.set(id, known);
    return known;
  };
  const files = (await readdir(dataDir, { recursive: true })).filter((name) => name.endsWith(".json"));
  for (const file of files.sort().map((name) => join(dataDir, name)))
    await writeFile(file, (await readFile(file, "utf8")).replace(byChance, steady));
}

/** A server with the demo, whose ids are the same in every run. */
export async function startDemo(): Promise<TestServer> {
  const dataDir = await newFolder();
  await (await startServerHere({ dataDir, seed: "demo" })).stop();
  await giveSteadyIds(dataDir);
  return startServerHere({ dataDir });
}
