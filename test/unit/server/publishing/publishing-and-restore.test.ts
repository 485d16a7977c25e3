import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { Problem } from "../../../../src/core/problem.ts";
import { PublishingService } from "../../../../src/server/publishing/publishing-service.ts";
import type { Store } from "../../../../src/server/store/ports.ts";
import { Workspace } from "../../../../src/server/workspace/workspace.ts";

const now = Date.parse("2026-11-20T09:00:00Z");
const collection = {
  id: "col_home",
  key: "home",
  name: "Home",
  experiences: [],
  sections: [],
  createdAt: new Date(now).toISOString(),
  updatedAt: new Date(now).toISOString(),
};

let folder: string;
let workspace: Workspace;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-publishing-"));
  workspace = await Workspace.open(folder, now);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

/** A Space with a Collection whose history a store keeps, which takes its time. */
async function opened() {
  const [space] = workspace.spaces();
  if (space === undefined) throw new Error("a new workspace has a Space");
  await space.update((draft) => {
    draft.collections = [collection];
  });
  const steps: string[] = [];
  const later = () => new Promise((resolve) => setImmediate(resolve));
  const lost: Error[] = [];
  const publications = {
    record: async () => {
      const error = lost.pop();
      if (error !== undefined) throw error;
      steps.push("recording");
      await later();
      steps.push("recorded");
    },
    latestVersion: async () => {
      await later();
      return 0;
    },
  };
  const publishing = new PublishingService(workspace, { publications } as unknown as Store);
  const spaceId = space.data.space.id;
  const draft = { ...collection };
  const publish = async () => {
    const content = await publishing.content(space.data, draft, { environment: "staging" });
    const by = { by: "Ida", now, precondition: null };
    return publishing.publish(space.data, content, { environment: "staging" }, by);
  };
  const withdraw = () => publishing.unpublish({ spaceId, environment: "staging" }, draft, null);
  const complete = () => publishing.completeHistory(spaceId, "staging");
  /** As a restore does: everything becomes something else while nothing else can change. */
  const restore = () =>
    workspace.hold(async () => {
      steps.push("restoring");
      for (let turn = 0; turn < 20; turn += 1) await later();
      steps.push("restored");
    });
  return { publish, withdraw, complete, restore, steps, lost };
}

it.each(["publish", "withdraw", "complete"] as const)(
  "%s writes the history before a restore or after it, and not what was before it afterwards",
  async (act) => {
    const { steps, restore, ...acts } = await opened();
    await acts.publish();
    for (const first of ["act", "restore"] as const) {
      if (first === "restore" && act === "withdraw") await acts.publish();
      steps.length = 0;
      const restored = first === "restore" ? restore() : undefined;
      if (restored !== undefined) await expect.poll(() => steps).toContain("restoring");
      const done = acts[act]();
      await Promise.all([restored ?? restore(), done]);
      const [begun, ended] = [steps.indexOf("restoring"), steps.indexOf("restored")];
      expect(ended).toBe(begun + 1);
      const before = steps.slice(0, begun);
      expect(before.filter((step) => step === "recording").length).toBe(
        before.filter((step) => step === "recorded").length,
      );
      expect(first === "act" ? before.length : steps.length - ended - 1).toBeGreaterThan(0);
      // All of it is on one side.
      expect(first === "act" ? steps.length - ended - 1 : before.length).toBe(0);
    }
  },
);

it("a Space that serves nothing has a history that is complete, whoever holds the Space", async () => {
  const { complete, steps } = await opened();
  let release = (): void => undefined;
  const held = workspace.spaces()[0]?.hold(
    () =>
      new Promise<void>((resolve) => {
        release = resolve;
      }),
  );
  await complete();
  expect(steps).toEqual([]);
  release();
  await held;
});

it("has a publication in the history as it is answered, also where the connection to a database was lost meanwhile", async () => {
  const { publish, steps, lost } = await opened();
  lost.push(new Problem("not-ready", "The database does not answer."));
  await publish();
  expect(steps).toEqual(["recording", "recorded"]);
});
