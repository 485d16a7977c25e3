// `npm run package`: installers for this system, in dist/. `-- --dir` makes the app's folder alone, without an installer.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { buildApp, buildWithoutElectron } from "./packaging/build-app.mjs";
import { electronDist } from "./packaging/electron-dist.mjs";
import { SetupError } from "./setup/report.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

await runScript(async () => {
  await setUp();
  ensureNativeCode();
  const folderOnly = process.argv.includes("--dir");
  const { platform, arch } = process;
  const dist = await electronDist(root, { platform, arch }).catch((error) => {
    if (!(error instanceof SetupError) || !folderOnly || platform !== "linux") throw error;
    return error;
  });
  if (typeof dist === "string")
    for (const file of await buildApp(root, { electronDist: dist, folderOnly })) console.log(file);
  else {
    console.log(await buildWithoutElectron(root));
    const why = dist.message.replace("Nothing was packaged: ", "").replace("\n", " ");
    console.error(`NOT PACKAGED: Electron's program, and that alone. ${why}`);
  }
});

/** npm installs libsql's native part for the system that it runs on, so that is the one that can be packaged for. */
function ensureNativeCode() {
  const endings = { linux: "-gnu", win32: "-msvc" };
  const name = `@libsql/${process.platform}-${process.arch}${endings[process.platform] ?? ""}`;
  if (!existsSync(join(root, "node_modules", name)))
    throw new SetupError(`Nothing was packaged: ${name} is not installed, which the app needs here.`);
}
