import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { root, runScript, setUp } from "./setup/set-up.mjs";

/** Writes docs/reference from the tables in src/core, read from source: nothing needs to be built first. */
await runScript(async () => {
  await setUp({ build: false });
  const { referencePages } = await import("./reference/pages.mjs");
  const folder = join(root, "docs/reference");
  await mkdir(folder, { recursive: true });
  for (const [name, text] of referencePages(await tables())) await writeFile(join(folder, name), text);
});

/** TypeScript as Vite reads it for the tests, too. */
async function tables() {
  const { createServer } = await import("vite");
  const vite = await createServer({
    root,
    configFile: false,
    logLevel: "error",
    appType: "custom",
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, watch: null, ws: false },
  });
  try {
    const modules = [
      "/src/core/api.ts",
      "/src/core/api/sdk.ts",
      "/src/core/problem.ts",
      "/src/core/route.ts",
      "/src/core/limits.ts",
      "/src/core/sdk-versions.ts",
    ];
    return Object.assign({}, ...(await Promise.all(modules.map((one) => vite.ssrLoadModule(one)))));
  } finally {
    await vite.close();
  }
}
