// `npm run package`: installers for this system, in dist/. `-- --dir` makes the app's folder alone, without an installer.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildApp } from "./packaging/build-app.mjs";
import { electronDist } from "./packaging/electron-dist.mjs";
import { SetupError } from "./setup/report.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

await runScript(async () => {
  await setUp();
  const dist = await electronDist(root, { platform: process.platform, arch: process.arch });
  ensureNativeCode();
  const made = await buildApp(root, { electronDist: dist, folderOnly: process.argv.includes("--dir") });
  for (const file of made) console.log(file);
});

/** npm installs libsql's native part for the system that it runs on, so that is the one that can be packaged for. */
function ensureNativeCode() {
  const endings = { linux: "-gnu", win32: "-msvc" };
  const name = `@libsql/${process.platform}-${process.arch}${endings[process.platform] ?? ""}`;
  if (!existsSync(join(root, "node_modules", name)))
    throw new SetupError(`Nothing was packaged: ${name} is not installed, which the app needs here.`);
}
