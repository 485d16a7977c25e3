import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** A module that each start evaluates, and what stands in for it: the same answers with less to do. */
const lean = [
  { module: /@neon-rs\/load\/dist\/index\.js$/, code: () => nativeTarget },
  { module: /mime-types\/index\.js$/, code: mimeTypes },
  { module: /mime-db\/db\.json$/, code: charsets },
];

/**
 * Which native part libsql has to load. The package itself asks for a report of the whole process to tell musl from glibc: 5 ms
 * in each thread. `detect-libc`, which libsql asks as well, looks into a file.
 */
const nativeTarget = `
const { familySync, MUSL } = require("detect-libc");
const endings = {
  linux: () => (process.arch === "arm" ? "-gnueabihf" : familySync() === MUSL ? "-musl" : "-gnu"),
  win32: () => "-msvc",
};
exports.currentTarget = () => \`\${process.platform}-\${process.arch}\${endings[process.platform]?.() ?? ""}\`;
`;

/** Its two maps, which the package makes out of 2,500 media types each time, as a text: that is read quicker than code. */
function mimeTypes(path) {
  const makes = "populateMaps(exports.extensions, exports.types)";
  const code = readFileSync(path, "utf8");
  if (!code.includes(makes))
    throw new Error(`${path} makes its maps in another way now: see lean-packages.mjs`);
  const { extensions, types } = createRequire(path)(path);
  const maps = JSON.stringify(JSON.stringify({ extensions, types }));
  return code.replace(
    makes,
    () =>
      `const maps = JSON.parse(${maps}); Object.assign(exports.extensions, maps.extensions); Object.assign(exports.types, maps.types);`,
  );
}

/** With the maps made, a type is looked at for its charset alone. */
function charsets(path) {
  const types = Object.entries(JSON.parse(readFileSync(path, "utf8")));
  return `module.exports = ${JSON.stringify(Object.fromEntries(types.flatMap(([name, { charset }]) => (charset ? [[name, { charset }]] : []))))};`;
}

/** What the bundle has instead of such a module, as code; null for all others. */
export function leanCode(id) {
  const path = id.split("\\").join("/");
  return lean.find(({ module }) => module.test(path))?.code(id) ?? null;
}

/** Puts them into a bundle. */
export const leanPackages = () => ({
  name: "lean-packages",
  load: (id) => {
    const code = leanCode(id);
    return code === null ? null : { code, moduleType: "js" };
  },
});
