import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "./set-up.mjs";

/** Notes which packages a bundle is made of, in `out/packages/`: their licences go with the installers. */
export const notePackages = (bundle) => ({
  name: "note-packages",
  generateBundle(_options, files) {
    const folder = join(root, "out/packages");
    // Fonts come by styles, which name them by a path from the room's folder.
    const assets = Object.values(files).flatMap((file) => file.originalFileNames ?? []);
    const ids = [...this.getModuleIds(), ...assets.map((name) => `/${name}`)];
    const folders = ids.flatMap((id) => packageFolder(id) ?? []);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${bundle}.json`), JSON.stringify([...new Set(folders)].sort()));
  },
});

/** `node_modules/a` or `node_modules/@a/b`, wherever that is; of nested ones the innermost. */
function packageFolder(id) {
  const parts = id
    .replace(/\0|\?.*$/g, "")
    .split("\\")
    .join("/")
    .split("/node_modules/")
    .slice(1);
  const names = parts.map((part) => /^(@[^/]+\/)?[^/]+/.exec(part)?.[0]);
  return names.length === 0 ? undefined : names.map((name) => `node_modules/${name}`).join("/");
}
