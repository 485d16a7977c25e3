import { existsSync } from "node:fs";
import { withProgress } from "./report.mjs";
import { fetchToolchain, toolchainFolder } from "./toolchain.mjs";

/** What fresh projects for the web are made of, and tools that read OpenAPI: those of others, as they come. */
export const webToolsFolder = toolchainFolder("web");

/** Whether generated code and the OpenAPI documents can be tried with them here. */
export const hasWebTools = () => existsSync(webToolsFolder);

/** @throws SetupError that says how to get what is missing */
export async function ensureWebTools() {
  if (!hasWebTools())
    await withProgress("Fetching others' tools for the web", () =>
      fetchToolchain("web", "What builds for the web and reads OpenAPI"),
    );
}
