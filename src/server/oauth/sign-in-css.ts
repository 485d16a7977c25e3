import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { builtFolder } from "../http/pages.ts";

/** The console's own face, whose file has a name of its build; without it the system's stands in. */
function fontFace(): string {
  const assets = join(builtFolder("renderer"), "assets");
  const file = readdirSync(assets).find((name) => /^inter-latin-opsz-normal-.*\.woff2$/.test(name));
  if (file === undefined) return "";
  return `@font-face{font-family:"Inter Variable";font-weight:100 900;font-display:swap;src:url("/assets/${file}") format("woff2")}\n`;
}

/** The style sheet of the sign-in pages. */
export const signInCss = (): string =>
  fontFace() + readFileSync(join(builtFolder("resources"), "sign-in/sign-in.css"), "utf8");
