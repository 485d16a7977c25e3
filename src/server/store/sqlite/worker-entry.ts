import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** The built worker's file: beside this module in a bundle, a folder up from a chunk, in out/main when run from source. */
export function workerEntry(name: "store-writer" | "store-reader" | "store-scanner"): string {
  const places = [`./${name}.js`, `../${name}.js`, `../../../../out/main/${name}.js`];
  const files = places.map((place) => fileURLToPath(new URL(place, import.meta.url)));
  const found = files.find((file) => existsSync(file));
  if (found === undefined) throw new Error(`${name}.js is not built; run "npm run build"`);
  return found;
}
