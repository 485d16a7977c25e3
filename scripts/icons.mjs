// `npm run icons`: draws resources/icons/understudy.svg in every size and kind that the installers need, in an installed
// Chromium and without a network. The results are committed; a test fails when the drawing has changed since.
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { icnsOf, icoOf, pngSizes } from "./packaging/icon-files.mjs";
import { ensureChromium } from "./setup/chromium.mjs";
import { root, runScript, setUp } from "./setup/set-up.mjs";

const folder = join(root, "resources/icons");

await runScript(async () => {
  await setUp({ build: false });
  const source = readFileSync(join(folder, "understudy.svg"));
  const pngs = await draw(source.toString("base64"));
  rmSync(join(folder, "png"), { recursive: true, force: true });
  mkdirSync(join(folder, "png"));
  for (const [size, png] of pngs) writeFileSync(join(folder, "png", `${size}x${size}.png`), png);
  writeFileSync(join(folder, "understudy-512.png"), pngs.get(512));
  writeFileSync(join(folder, "understudy.ico"), icoOf(pngs));
  writeFileSync(join(folder, "understudy.icns"), icnsOf(pngs));
  writeFileSync(join(folder, "drawn-from.sha256"), `${createHash("sha256").update(source).digest("hex")}\n`);
});

async function draw(svg) {
  const { chromium } = await import("playwright-core");
  const browser = await chromium.launch({ executablePath: await ensureChromium(), args: ["--no-sandbox"] });
  const pngs = new Map();
  try {
    for (const size of pngSizes) {
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
