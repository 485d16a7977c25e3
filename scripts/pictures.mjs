// `npm run pictures`: takes the docs' pictures anew, from the console over the Space that the tests lay. `-- --all FOLDER`
// keeps every page, dialog and popover in both themes and sizes in a folder, to be looked at.
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";
import { ensureChromium } from "./setup/chromium.mjs";
import { root, setUp } from "./setup/set-up.mjs";

/** Of WebP, 0 to 1: letters stay sharp, and a picture has a quarter of its PNG's bytes. */
const quality = 0.9;
const images = join(root, "docs/images");

await setUp();
const all = process.argv.indexOf("--all");
const folder = all === -1 ? mkdtempSync(join(tmpdir(), "understudy-pictures-")) : process.argv[all + 1];
const looked = all === -1 ? ["pages"] : ["pages", "dialogs", "popovers"];
const files = looked.map((name) => `test/dom/app/${name}.test.tsx`);
const { status } = spawnSync("npx", ["vitest", "run", "--project", "dom", ...files], {
  cwd: root,
  stdio: "inherit",
  env: { ...process.env, UNDERSTUDY_PICTURES: folder },
});
if (status !== 0) process.exit(status ?? 1);

const used = usedPictures();
mkdirSync(images, { recursive: true });
for (const name of readdirSync(images)) if (!used.has(name)) rmSync(join(images, name));
await convert(used);
process.stdout.write(`${used.size} pictures in docs/images, from ${folder}\n`);

/** The names of the pictures that the docs show. */
function usedPictures() {
  const guides = readdirSync(join(root, "docs")).filter((name) => name.endsWith(".md"));
  const texts = ["README.md", ...guides.map((name) => `docs/${name}`)].map((path) =>
    readFileSync(join(root, path), "utf8"),
  );
  return new Set(
    texts.flatMap((text) => text.match(/(?<=images\/)[a-z-]+-(light|dark)(-1280)?\.webp/g) ?? []),
  );
}

/** Makes WebP of the PNG that a browser took; the browser can do that itself. */
async function convert(names) {
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  const page = await browser.newPage();
  for (const name of names) {
    const taken = name.replace(/(-1280)?\.webp$/, (_, small) => `${small ?? "-1440"}.png`);
    const png = readFileSync(join(folder, taken)).toString("base64");
    const webp = await page.evaluate(asWebp, { png, quality });
    writeFileSync(join(images, name), Buffer.from(webp, "base64"));
  }
  await browser.close();
}

/** Runs in the browser. */
async function asWebp({ png, quality }) {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), {
    width: image.width,
    height: image.height,
  });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", quality).split(",")[1];
}
