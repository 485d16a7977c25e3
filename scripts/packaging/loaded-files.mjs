import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAst } from "vite";

const LOADING = new Set([
  "ImportDeclaration",
  "ImportExpression",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
]);

/** Absolute paths of a built script and of all of ours that it loads, by import or import(), through every chunk. */
export function loadedFiles(entry) {
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of specifiersIn(readFileSync(file, "utf8")))
      if (specifier.startsWith(".")) visit(resolve(dirname(file), specifier));
  };
  visit(resolve(entry));
  return [...seen];
}

function specifiersIn(code) {
  const found = [];
  const walk = (value) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === "object" && value !== null) {
      if (LOADING.has(value.type) && typeof value.source?.value === "string") found.push(value.source.value);
      Object.values(value).forEach(walk);
    }
  };
  walk(parseAst(code));
  return found;
}
