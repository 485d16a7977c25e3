import { existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { planChanges } from "../../../../src/cli/codegen-folder/plan-changes.ts";
import { applyPlans } from "../../../../src/cli/update/apply-plans.ts";
import type { TargetPlan } from "../../../../src/cli/update/generate-plans.ts";
import { noManifest } from "../../../../src/core/codegen/folder/manifest.ts";

it("tells of each target that is written; one that can't be names those before it", async () => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "understudy-plans-")));
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", join(folder, "own"));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
  });
  const planFor = async (out: string): Promise<TargetPlan> => ({
    target: { platform: "browser", lang: "typescript", out },
    revision: 3,
    differences: [],
    plan: await planChanges({
      root: join(folder, out),
      spaceId: "spc_1",
      files: [{ path: "index.ts", text: "one\n" }],
      manifest: noManifest,
    }),
  });
  const plans = await Promise.all(["web", "taken", "after"].map(planFor));
  writeFileSync(join(folder, "taken"), "a file in a folder's place");
  const told: string[] = [];
  const applied = applyPlans(plans, ({ target }) => told.push(target.out));
  await expect(applied).rejects.toMatchObject({
    message: expect.stringContaining("taken"),
    details: {
      targets: [
        {
          platform: "browser",
          lang: "typescript",
          out: "web",
          revision: 3,
          written: ["index.ts"],
          removed: [],
          unchanged: 0,
        },
      ],
    },
  });
  expect(told).toEqual(["web"]);
  expect([existsSync(join(folder, "web/index.ts")), existsSync(join(folder, "after"))]).toEqual([
    true,
    false,
  ]);
});
