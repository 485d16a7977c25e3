import { execFileSync } from "node:child_process";
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative, resolve, sep } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { pages } from "../../src/core/console-pages.ts";

/**
 * DESIGN.md 4 says which room may import what, and biome.json enforces it. A pattern there that matches nothing would
 * go unnoticed, so each row is tried: imports that must be reported, and imports that must not be.
 */
const root = resolve(import.meta.dirname, "../..");

interface Room {
  readonly legal: readonly string[];
  readonly illegal: readonly string[];
}

const rooms: Readonly<Record<string, Room>> = {
  core: {
    legal: ["zod", "./route.ts", "../core/route.ts", "./targeting/match.ts"],
    illegal: [
      "node:fs",
      "fs",
      "express",
      "react",
      "electron",
      "../server/start-server.ts",
      "../cli/index.ts",
      "../sdk/client.ts",
      "../main/window.ts",
      "../preload/index.ts",
      "../renderer/app.tsx",
      "../../test/helpers/x.ts",
    ],
  },
  server: {
    legal: [
      "node:fs",
      "express",
      "libsql",
      "lowdb/node",
      "zod",
      "../core/route.ts",
      "./locator.ts",
      "./store/event-store.ts",
    ],
    illegal: [
      "electron",
      "electron/main",
      "../main/window.ts",
      "../preload/index.ts",
      "../renderer/app.tsx",
      "../cli/index.ts",
      "../sdk/client.ts",
      "../../test/helpers/x.ts",
    ],
  },
  cli: {
    legal: ["node:fs", "commander", "../core/route.ts", "../server/start-server.ts", "./commands/open.ts"],
    illegal: [
      "electron",
      "electron/main",
      "../main/window.ts",
      "../preload/index.ts",
      "../renderer/app.tsx",
      "../sdk/client.ts",
      "../../test/helpers/x.ts",
    ],
  },
  sdk: {
    legal: ["../core/session.ts", "./client.ts"],
    illegal: [
      "react",
      "zod",
      "node:fs",
      "fs",
      "electron",
      "express",
      "libsql",
      "../server/start-server.ts",
      "../cli/index.ts",
      "../main/window.ts",
      "../preload/index.ts",
      "../renderer/app.tsx",
      "../../test/helpers/x.ts",
    ],
  },
  "sdk/browser/react": {
    legal: ["react", "../client.ts", "./react.ts"],
    illegal: [
      "react-dom",
      "node:fs",
      "fs",
      "zod",
      "../../../server/start-server.ts",
      "../../../cli/index.ts",
      "../../../renderer/app.tsx",
      "../../../../test/helpers/x.ts",
    ],
  },
  main: {
    legal: [
      "electron",
      "node:path",
      "../core/ipc.ts",
      "../server/start-server.ts",
      "../server/locator.ts",
      "./window.ts",
    ],
    illegal: [
      "../server/store/event-store.ts",
      "../server/workspace/workspace.ts",
      "../renderer/app.tsx",
      "../preload/index.ts",
      "../cli/index.ts",
      "../sdk/client.ts",
      "../../test/helpers/x.ts",
    ],
  },
  preload: {
    legal: ["electron", "../core/ipc.ts", "./bridge.ts"],
    illegal: [
      "node:fs",
      "fs",
      "zod",
      "../core/api.ts",
      "../server/start-server.ts",
      "../main/window.ts",
      "../renderer/app.tsx",
      "../cli/index.ts",
      "../sdk/client.ts",
      "../../test/helpers/x.ts",
    ],
  },
  renderer: {
    legal: [
      "react",
      "zustand",
      "wouter",
      "../core/api.ts",
      "./stores/events.ts",
      "./pages/server-status.tsx",
    ],
    illegal: [
      "node:fs",
      "fs",
      "electron",
      "electron/renderer",
      "express",
      "libsql",
      "lowdb",
      "../server/start-server.ts",
      "../main/window.ts",
      "../preload/index.ts",
      "../cli/index.ts",
      "../sdk/client.ts",
      "../../test/helpers/x.ts",
    ],
  },
};

/** The same specifier in each form that can load a module, in a file of its own. */
const forms: Readonly<Record<string, (specifier: string) => string>> = {
  static: (specifier) => `import * as loaded from "${specifier}";\nexport const used = loaded;\n`,
  dynamic: (specifier) => `export const used = await import("${specifier}");\n`,
  "re-export": (specifier) => `export * from "${specifier}";\n`,
};

interface Case {
  readonly room: string;
  readonly specifier: string;
  readonly form: string;
  readonly file: string;
}

/** Deeper than the room's top, where a specifier from the top has another shape. */
const depths = ["", "a/b/"] as const;

const cases = (kind: keyof Room): Case[] =>
  Object.entries(rooms).flatMap(([room, lists]) =>
    lists[kind].flatMap((specifier, index) =>
      Object.keys(forms).flatMap((form) =>
        depths.map((depth) => ({
          room,
          form,
          specifier: specifier.startsWith(".") ? deepen(specifier, depth) : specifier,
          file: `src/${room}/${depth}${kind}-${index}-${form}.ts`,
        })),
      ),
    ),
  );

const deepen = (specifier: string, depth: string): string =>
  depth === "" ? specifier : `${"../".repeat(depth.split("/").length - 1)}${specifier.replace(/^\.\//, "")}`;

let copy: string;
let reported: ReadonlySet<string>;

beforeAll(() => {
  copy = realpathSync(mkdtempSync(join(tmpdir(), "understudy-rooms-")));
  cpSync(join(root, "biome.json"), join(copy, "biome.json"));
  cpSync(join(root, ".gitignore"), join(copy, ".gitignore"));
  for (const { file, form, specifier } of [...cases("legal"), ...cases("illegal")]) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), forms[form]?.(specifier) ?? "");
  }
  reported = filesWithRestrictedImports(copy);
}, 60_000);

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Two rules work together: the second turns `fs` into `node:fs`, which is the only form that the first one lists. */
function filesWithRestrictedImports(folder: string): ReadonlySet<string> {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const args = [
    biome,
    "lint",
    "--only=noRestrictedImports",
    "--only=useNodejsImportProtocol",
    "--reporter=github",
    "--max-diagnostics=none",
    "src",
  ];
  const output = run(args, folder);
  const paths = [...output.matchAll(/(?:noRestrictedImports|useNodejsImportProtocol),file=([^,]+),/g)].map(
    (match) => match[1] ?? "",
  );
  return new Set(paths.map((path) => relative(folder, resolve(folder, path)).replaceAll("\\", "/")));
}

/** Biome exits with 1 when it has found something, which here is what it should. */
function run(args: readonly string[], cwd: string): string {
  try {
    return execFileSync(process.execPath, args, { cwd, encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe.each(Object.keys(rooms))("%s", (room) => {
  const of = (kind: keyof Room) => cases(kind).filter((tried) => tried.room === room);
  const names = (list: readonly Case[]) => list.map(({ form, specifier }) => `${form} ${specifier}`);

  it("is stopped from importing what it must not", () => {
    expect(names(of("illegal").filter(({ file }) => !reported.has(file)))).toEqual([]);
  });

  it("may import what it needs", () => {
    expect(names(of("legal").filter(({ file }) => reported.has(file)))).toEqual([]);
  });
});

/** Who imports whom below a folder, by paths from there. */
const importsWithin = (folder: string): { readonly from: string; readonly to: string }[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .flatMap((file) =>
      [...readFileSync(join(folder, file), "utf8").matchAll(/(?:from|import) ?\(?"(\.[^"]+)"/g)].map(
        ([, to = ""]) => ({
          from: file.split(sep).join("/"),
          to: relative(folder, resolve(folder, dirname(file), to))
            .split(sep)
            .join("/"),
        }),
      ),
    );
const room = (path: string) => path.split("/")[0] ?? "";

/** The folders that are reached again from what they import. */
function reachedAgain(imports: ReturnType<typeof importsWithin>, folder: (path: string) => string): string[] {
  const next = new Map<string, Set<string>>();
  for (const { from, to } of imports)
    if (folder(from) !== folder(to))
      next.set(folder(from), (next.get(folder(from)) ?? new Set()).add(folder(to)));
  const reached = (from: string, seen: Set<string>): ReadonlySet<string> => {
    for (const one of next.get(from) ?? []) if (!seen.has(one)) reached(one, seen.add(one));
    return seen;
  };
  return [...next.keys()].filter((one) => reached(one, new Set()).has(one));
}

describe("a folder of the server", () => {
  const folder = (path: string) => /^store\/(?:sqlite|postgres)(?=\/)/.exec(path)?.[0] ?? room(path);
  const imports = importsWithin(join(root, "src/server")).filter(
    ({ from, to }) => folder(from) !== folder(to),
  );
  /** The files beside the folders put them together. */
  const between = imports.filter(
    ({ from, to }) => from.includes("/") && to.includes("/") && !to.startsWith(".."),
  );

  it("is not reached from what it imports", () => {
    expect(new Set(between.map(({ from }) => folder(from))).size).toBeGreaterThan(20);
    expect(reachedAgain(between, folder)).toEqual([]);
  });

  it("knows nothing of how things are stored", () => {
    const importers = imports.filter(({ to }) => folder(to).startsWith("store/")).map(({ from }) => from);
    // A folder, and a database; the last only has the thread load its code.
    expect([...new Set(importers)].sort()).toEqual(["open-data.ts", "open-shared.ts", "start.ts"]);
  });
});

describe("a page of the console", () => {
  /** They put pages together, or stand around them. */
  const around = ["app", "frame", "chooser", "main.tsx"];
  const imports = importsWithin(join(root, "src/renderer"));
  const between = imports.filter(({ from, to }) => room(from) !== room(to) && !around.includes(room(from)));

  it("has its room, as all others have, in CONTRIBUTING's table", () => {
    const table = readFileSync(join(root, "CONTRIBUTING.md"), "utf8")
      .split("### Rooms of the console")[1]
      ?.split("###")[0];
    const unnamed = readdirSync(join(root, "src/renderer"), { withFileTypes: true }).filter(
      (one) =>
        one.isDirectory() && !["public", "styles"].includes(one.name) && !table?.includes(`\`${one.name}\``),
    );
    expect(unnamed.map(({ name }) => name)).toEqual([]);
  });

  it("is there under its name, and imports something that pages share", () => {
    for (const page of pages)
      expect(between.some(({ from, to }) => room(from) === page && room(to) === "page")).toBe(true);
  });

  it("is imported by no other room, nor is what puts pages together", () => {
    const wrong = between.filter(({ to }) => [...pages, "app", "frame"].some((one) => one === room(to)));
    // The type of the console is that of what makes it.
    expect(wrong).toEqual([{ from: "page/console-context.ts", to: "app/create-console.ts" }]);
  });

  it("stands on rooms none of which is reached again from what it imports", () => {
    const shared = between.filter(
      ({ from, to }) => ![from, to].some((path) => [...pages, "app", ".."].some((one) => one === room(path))),
    );
    expect(new Set(shared.map(({ from }) => room(from))).size).toBeGreaterThan(10);
    expect(reachedAgain(shared, room)).toEqual([]);
  });
});
