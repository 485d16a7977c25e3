import { existsSync } from "node:fs";
import { withProgress } from "./report.mjs";
import { fetchToolchain, toolchainFolder } from "./toolchain.mjs";

/** brighterscript, bslint, and an engine that runs channels in a browser. */
export const rokuFolder = toolchainFolder("roku");

/** Whether BrightScript can be checked and run here. */
export const hasRoku = () => existsSync(rokuFolder);

/** @throws SetupError that says how to get what is missing */
export async function ensureRoku() {
  if (!hasRoku())
    await withProgress("Fetching BrightScript's tools", () =>
      fetchToolchain("roku", "What checks and runs BrightScript"),
    );
}
