import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";

const root = resolve(import.meta.dirname, "../../..");
const text = readFileSync(join(root, ".github/workflows/release.yml"), "utf8");
const workflow = parse(text);
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}
const jobs: readonly { readonly steps: readonly Step[] }[] = Object.values(workflow.jobs);
const steps = jobs.flatMap((job) => job.steps);

describe("the release workflow", () => {
  it("runs only scripts that there are", () => {
    const named = [...text.matchAll(/npm run ([\w:]+)/g)].map((match) => match[1] ?? "");
    expect(named).toContain("package");
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("makes each kind of installer on its own system", () => {
    const systems: string[] = workflow.jobs.package.strategy.matrix.os;
    expect([...new Set(systems.map((os) => os.split("-")[0]))].sort()).toEqual([
      "macos",
      "ubuntu",
      "windows",
    ]);
  });

  it("may read, and write only where it makes the draft", () => {
    expect(workflow.permissions).toEqual({ contents: "read" });
    expect(workflow.jobs.package.permissions).toBeUndefined();
    expect(workflow.jobs.draft.permissions).toEqual({ contents: "write" });
    expect(text).toContain("--draft");
  });

  it("takes what is secret from secrets alone, for the step that signs", () => {
    const withSecrets = steps.filter((step) => JSON.stringify(step).includes("secrets."));
    expect(withSecrets.map((step) => step.run)).toEqual(["npm run package"]);
    for (const value of Object.values(withSecrets[0]?.env ?? {}))
      expect(value).toMatch(/^\$\{\{ .*secrets\..* \}\}$/);
  });

  it("puts nothing that others can write into a shell's command", () => {
    const commands = steps.flatMap((step) => step.run ?? []);
    expect(commands.filter((run) => /\$\{\{ *github\./.test(run))).toEqual([]);
  });
});
