import { existsSync } from "node:fs";
import { withProgress } from "./report.mjs";
import { runStep } from "./run-step.mjs";

/** Once a run: the lists of packages are of now. */
let updated;

/**
 * Installs the first of these packages that can be. Gives why none was; empty when one is installed, or where there is no
 * apt-get.
 */
export async function aptInstall(what, names) {
  if (!existsSync("/usr/bin/apt-get")) return "";
  const prefix = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const apt = async (...args) => {
    const [command, ...rest] = [...prefix, "apt-get", ...args];
    return runStep(command, rest, { env }).catch((error) => ({ code: 1, output: error.message }));
  };
  const { code, output } = await withProgress(`Installing ${what}`, async () => {
    updated ??= apt("update", "-q");
    await updated;
    let last = { code: 1, output: "" };
    for (const name of names) {
      last = await apt("install", "-q", "-y", "--no-install-recommends", name);
      if (last.code === 0) break;
    }
    return last;
  });
  return code === 0 ? "" : `\napt-get says:\n${output.trimEnd().split("\n").slice(-8).join("\n")}`;
}
