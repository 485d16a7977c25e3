// `npm run icons`: draws resources/icons/understudy.svg in every size and kind that the installers need, in an installed
// Chromium and without a network. The results are committed; a test fails when the drawing has changed since.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { icnsOf, icoOf, pngSizes, trayFiles } from "./packaging/icon-files.mjs";
import { ensureChromium } from "./setup/chromium.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const folder = join(root, "resources/icons");

await runScript(async () => {
  await setUp({ build: false });
  const source = readFileSync(join(folder, "understudy.svg"));
  const pngs = await draw(source, pngSizes);
  rmSync(join(folder, "png"), { recursive: true, force: true });
  mkdirSync(join(folder, "png"));
  for (const [size, png] of pngs) writeFileSync(join(folder, "png", `${size}x${size}.png`), png);
  writeFileSync(join(folder, "understudy-512.png"), pngs.get(512));
  writeFileSync(join(folder, "understudy.ico"), icoOf(pngs));
  writeFileSync(join(folder, "understudy.icns"), icnsOf(pngs));
  const shape = await draw(shapeOf(source), Object.values(trayFiles("trayTemplate")));
  for (const [name, size] of Object.entries(trayFiles("tray")))
    writeFileSync(join(folder, name), pngs.get(size));
  for (const [name, size] of Object.entries(trayFiles("trayTemplate")))
    writeFileSync(join(folder, name), shape.get(size));
  writeFileSync(join(folder, "drawn-from.sha256"), `${createHash("sha256").update(source).digest("hex")}\n`);
});

/** The drawing's lines alone, in black and to the edges: macOS colours them to fit its menu bar. */
function shapeOf(source) {
  const lines = source
    .toString()
    .replace(/<rect[^>]*>/, "")
    .replace(/stroke="[^"]*"/g, 'stroke="#000"')
    .replace(/viewBox="[^"]*"/, 'viewBox="6 6 20 20"');
  return Buffer.from(lines);
}

async function draw(drawing, sizes) {
  const svg = drawing.toString("base64");
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  const pngs = new Map();
  try {
    for (const size of sizes) {
      const page = await browser.newPage({ viewport: { width: size, height: size } });
      await page.setContent(
        `<style>*{margin:0}img{display:block;width:${size}px;height:${size}px}</style><img src="data:image/svg+xml;base64,${svg}">`,
      );
      await page.locator("img").evaluate((image) => image.decode());
      pngs.set(size, await page.screenshot({ omitBackground: true, animations: "disabled" }));
      await page.close();
    }
  } finally {
    await browser.close();
  }
  return pngs;
}
