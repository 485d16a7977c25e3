import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SeedDocument } from "../../src/server/seed/seed-workspace.ts";

const at = "2026-11-20T09:00:00.000Z";

/** A Space `crowded` of Tribes named by their number, `Tribe 0001` on; a workspace's folder may hold more than the API makes. */
const crowded = (count: number): SeedDocument => ({
  schemaVersion: 1,
  spaces: [
    {
      schemaVersion: 1,
      space: {
        id: "spc_crowded",
        orgId: "org",
        key: "crowded",
        name: "Crowded",
        allowedOrigins: [],
        createdAt: at,
        updatedAt: at,
      },
      experienceTypes: [],
      collections: [],
      tribes: Array.from({ length: count }, (_, index) => {
        const number = String(index + 1).padStart(4, "0");
        return {
          id: `trb_${number}`,
          key: `tribe-${number}`,
          name: `Tribe ${number}`,
          audience: "everyone",
          rules: { field: "plan", op: "in", value: [`plan-${number}`] },
          createdAt: at,
          updatedAt: at,
        };
      }),
      tribesRevision: 0,
      personas: [],
    },
  ],
  users: [],
  publish: [],
});

/** Runs with the path of a seed file that lays a Space `crowded` with so many Tribes; the file is gone afterwards. */
export async function withCrowdedSeed<T>(count: number, run: (path: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "understudy-seed-"));
  try {
    const path = join(folder, "seed.json");
    await writeFile(path, JSON.stringify(crowded(count)));
    return await run(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
