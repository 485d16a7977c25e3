// `npm run pictures`: takes the docs' pictures anew, from the console over the Space that the tests lay. `-- --all FOLDER`
// keeps every page in both themes and sizes in a folder, to be looked at.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root, setUp } from "./setup/set-up.mjs";

await setUp();
const all = process.argv.indexOf("--all");
const folder = all === -1 ? mkdtempSync(join(tmpdir(), "understudy-pictures-")) : process.argv[all + 1];
const { status } = spawnSync("npx", ["vitest", "run", "--project", "e2e", "test/e2e/console-pages.test.ts"], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, UNDERSTUDY_PICTURES: folder },
});
if (status !== 0) process.exit(status ?? 1);

const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
const texts = ["README.md", ...guides.map((name) => `docs/${name}`)].map((path) =>
  readFileSync(join(root, path), "utf8"),
);
const used = new Set(
  texts.flatMap((text) => text.match(/(?<=images\/)[a-z-]+-(light|dark)(?=\.png)/g) ?? []),
);
mkdirSync(join(root, "docs/images"), { recursive: true });
for (const name of used)
  copyFileSync(join(folder, `${name}-1440.png`), join(root, "docs/images", `${name}.png`));
process.stdout.write(`${used.size} pictures in docs/images, from ${folder}\n`);
