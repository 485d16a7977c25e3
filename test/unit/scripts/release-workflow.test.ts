import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { writeProgram } from "../../helpers/fake-program.ts";

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

const signing = steps.find(({ run }) => run?.includes("npm run package"));
const secrets = ["CERTIFICATE", "CERTIFICATE_PASSWORD", "NOTARY_KEY", "NOTARY_KEY_ID", "NOTARY_ISSUER"];

/** What `shell: bash` stands for (GitHub Actions, "Workflow syntax", jobs.<job_id>.steps[*].shell). */
const runnersShell = ["--noprofile", "--norc", "-eo", "pipefail", "-c"];

/** Runs the step as a runner does, with a program that tells what it is given in npm's place. */
function told(given: Readonly<Record<string, string>>): Record<string, string> {
  const folder = mkdtempSync(join(tmpdir(), "understudy-release-"));
  writeProgram(
    join(folder, "npm"),
    `const { APPLE_API_KEY: file } = process.env;
    const fs = require("node:fs");
    const key = file === undefined ? {} : { key: fs.readFileSync(file, "utf8"), mode: fs.statSync(file).mode & 0o777 };
    console.log(JSON.stringify({ ...process.env, ...key, ran: process.argv.slice(2).join(" ") }));`,
  );
  const names = Object.keys(signing?.env ?? {});
  // A secret that is not set is an empty variable.
  const empty = Object.fromEntries(names.map((name) => [name, ""]));
  const env = { PATH: `${folder}${delimiter}${process.env.PATH}`, RUNNER_TEMP: folder, ...empty, ...given };
  const { stdout, stderr } = spawnSync("bash", [...runnersShell, signing?.run ?? ""], {
    env,
    encoding: "utf8",
  });
  const left = readdirSync(folder).filter((name) => name !== "npm");
  rmSync(folder, { recursive: true });
  expect([stderr, left]).toEqual(["", []]);
  const seen: Record<string, string> = JSON.parse(stdout);
  expect(seen.ran).toBe("run package");
  return seen;
}

describe("the step that signs", () => {
  const signed = (seen: Record<string, string>) =>
    Object.keys(seen).filter((name) => /^(CSC|WIN_CSC|APPLE)_/.test(name) || secrets.includes(name));

  it("takes the secrets by names that mean nothing to the builder", () => {
    expect(Object.keys(signing?.env ?? {})).toEqual(secrets);
  });

  it("gives the builder no variable at all where there are no secrets", () => {
    expect(signed(told({}))).toEqual([]);
  });

  it("signs nothing half: without a certificate there is nothing to notarize", () => {
    expect(signed(told({ NOTARY_KEY: "k", NOTARY_KEY_ID: "i", NOTARY_ISSUER: "u" }))).toEqual([]);
  });

  it("gives it the certificate, with a password where there is one", () => {
    expect(signed(told({ CERTIFICATE: "c" }))).toEqual(["CSC_LINK"]);
    const given = { CERTIFICATE: "c", CERTIFICATE_PASSWORD: "p w" };
    expect(told(given)).toMatchObject({ CSC_LINK: "c", CSC_KEY_PASSWORD: "p w" });
  });

  it("gives it the key of Apple's API as a file that only its owner can read, and takes that away", () => {
    const key = "-----BEGIN PRIVATE KEY-----\nabc\n-----END PRIVATE KEY-----";
    const seen = told({ CERTIFICATE: "c", NOTARY_KEY: key, NOTARY_KEY_ID: "i", NOTARY_ISSUER: "u" });
    expect(seen).toMatchObject({
      APPLE_API_KEY_ID: "i",
      APPLE_API_ISSUER: "u",
      key: `${key}\n`,
      mode: 0o600,
    });
    expect(seen.APPLE_API_KEY).toMatch(/\.p8$/);
    expect(signed(seen).filter((name) => secrets.includes(name))).toEqual([]);
  });
});

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
    expect(withSecrets).toEqual([signing]);
    for (const value of Object.values(withSecrets[0]?.env ?? {}))
      expect(value).toMatch(/^\$\{\{ .*secrets\..* \}\}$/);
  });

  it("puts nothing that others can write into a shell's command", () => {
    const commands = steps.flatMap((step) => step.run ?? []);
    expect(commands.filter((run) => /\$\{\{ *github\./.test(run))).toEqual([]);
  });
});
