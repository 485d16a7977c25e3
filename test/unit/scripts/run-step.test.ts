import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { runStep } from "../../../scripts/setup/run-step.mjs";

const module = pathToFileURL(resolve(import.meta.dirname, "../../../scripts/setup/run-step.mjs")).href;
let parent: ChildProcess | undefined;
afterEach(() => {
  parent?.kill("SIGKILL");
});

describe("runStep", () => {
  it("gives the exit code and what was printed", async () => {
    const script = "console.log('out'); console.error('err'); process.exitCode = 3";
    expect(await runStep(process.execPath, ["-e", script])).toEqual({
      code: 3,
      output: expect.stringMatching(/^(out\nerr|err\nout)\n$/),
    });
  });

  it("fails plainly where the program is not there", async () => {
    await expect(runStep("no-such-program-here", [])).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("kills what says nothing for too long, with all that it started, and leaves what goes on talking", async () => {
    const talking =
      "let n = 0; const timer = setInterval(() => { console.log(n); if (++n === 30) clearInterval(timer); }, 200);";
    expect(await runStep(process.execPath, ["-e", talking], { silent: 5000 })).toMatchObject({ code: 0 });
    // It resolves only once the pipe is closed, which what the step has started holds as well.
    const idle = "setTimeout(() => {}, 30_000);";
    const step = `console.log('up'); require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(idle)}], { stdio: 'inherit' }); ${idle}`;
    const late = performance.now() + 10_000;
    expect(await runStep(process.execPath, ["-e", step], { silent: 500 })).toMatchObject({ code: 137 });
    expect(performance.now()).toBeLessThan(late);
  });

  // As npm does, the step starts a program of its own, and that one must not outlive the launcher either. All three hold
  // the same pipe, which closes only when the last of them has ended.
  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("%s ends the step and all that it started", async (signal, code) => {
    const idle = "setTimeout(() => {}, 30_000);";
    const step = `require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(`console.log('up'); ${idle}`)}], { stdio: 'inherit' }); ${idle}`;
    const launcher = `import { runStep } from ${JSON.stringify(module)}; await runStep(process.execPath, ['-e', ${JSON.stringify(step)}], { show: true });`;
    parent = spawn(process.execPath, ["--input-type=module", "-e", launcher], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    if (parent.stdout) await once(parent.stdout, "data");
    parent.kill(signal);
    expect(await once(parent, "close")).toEqual([code, null]);
  });
});
