import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { parseAst } from "vite";

const LOADING = new Set([
  "ImportDeclaration",
  "ImportExpression",
  "ExportAllDeclaration",
  "ExportNamedDeclaration",
]);

/** Absolute paths of a built script and of all of ours that it loads, by import, import() or require, through every chunk. */
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

const isRequire = ({ type, callee }) => type === "CallExpression" && callee.name === "require";

function specifiersIn(code) {
  const found = [];
  const walk = (value) => {
    if (Array.isArray(value)) value.forEach(walk);
    else if (typeof value === "object" && value !== null) {
      const named = LOADING.has(value.type) ? value.source : isRequire(value) ? value.arguments[0] : null;
      if (typeof named?.value === "string") found.push(named.value);
      Object.values(value).forEach(walk);
    }
  };
  walk(parseAst(code));
  return found;
}
