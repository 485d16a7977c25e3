import { readFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { dirname, join, resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { parseAst } from "vite";
import { describe, expect, it } from "vitest";
import { bridgeName, channelOf, ipcCalls } from "../../src/core/ipc-names.ts";
import { root } from "../helpers/built-program.ts";

const out = join(root, "out");

/** All that a built script loads, through every chunk, by import, import() or require: the modules outside `out/`. */
function externalsOf(entry: string): Set<string> {
  const outside = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string) => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const specifier of specifiersIn(readFileSync(file, "utf8"))) {
      if (specifier.startsWith(".")) visit(resolve(dirname(file), specifier));
      else outside.add(specifier);
    }
  };
  visit(entry);
  return outside;
}

interface SyntaxNode {
  readonly type: string;
  readonly source?: SyntaxNode | null;
  readonly callee?: SyntaxNode;
  readonly arguments?: readonly SyntaxNode[];
  readonly name?: string;
  readonly value?: unknown;
}

function specifiersIn(code: string): string[] {
  const found: string[] = [];
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (typeof value !== "object" || value === null || Array.isArray(value)) return;
    const specifier = specifierOf(value as SyntaxNode);
    if (specifier !== null) found.push(specifier);
    Object.values(value).forEach(walk);
  };
  walk(parseAst(code));
  return found;
}

function specifierOf(node: SyntaxNode): string | null {
  const loads = ["ImportDeclaration", "ImportExpression", "ExportAllDeclaration", "ExportNamedDeclaration"];
  const isRequire = node.type === "CallExpression" && /^(__)?require$/.test(node.callee?.name ?? "");
  const text = isRequire ? node.arguments?.[0]?.value : loads.includes(node.type) ? node.source?.value : null;
  return typeof text === "string" ? text : null;
}

/** express's `debug` tries this for its colours, and does without where it is not there. */
const optional = "supports-color";

const notNode = (specifiers: Set<string>) =>
  [...specifiers].filter((name) => !isBuiltin(name) && name !== optional).sort();

describe("the built bundles", () => {
  it.each([
    ["main/cli.js", []],
    ["main/store-writer.cjs", []],
    ["main/store-reader.cjs", []],
    ["main/store-scanner.cjs", []],
    ["main/store-files.cjs", []],
    ["main/index.js", ["electron"]],
    ["preload/index.cjs", ["electron"]],
  ])("%s needs nothing but Node and %j", (bundle, allowed) => {
    const needed = notNode(externalsOf(join(out, bundle)));
    expect(needed.filter((name) => !allowed.includes(name))).toEqual([]);
  });

  it.each(["writer", "reader", "scanner", "files"])("the store's %s starts without the schemas", (thread) => {
    const code = readFileSync(join(out, `main/store-${thread}.cjs`), "utf8");
    expect(code).not.toContain("_zod");
    expect(code, "and without any other file").not.toMatch(/^\S.*require\("\.\/chunks\//m);
  });

  it("the chooser loads what it shares with the console, and no more of it", () => {
    const scripts = (page: string) =>
      [...readFileSync(join(out, "renderer", page), "utf8").matchAll(/\/assets\/(\w+)-[^"]+\.js/g)].map(
        ([, name]) => name,
      );
    expect(scripts("index.html")).toEqual(expect.arrayContaining(["base", "console"]));
    expect(scripts("chooser.html")).toContain("base");
    expect(scripts("chooser.html")).not.toContain("console");
  });

  it("the desktop's script does load Electron, so the check above can see it", () => {
    expect(notNode(externalsOf(join(out, "main/index.js")))).toContain("electron");
  });

  it("the native part of libsql, which they look for by its name, comes with a runtime dependency", () => {
    const { dependencies } = createRequire(import.meta.url)("../../package.json");
    expect(Object.keys(dependencies)).toContain("libsql");
  });

  it("the API reference's script is there", () => {
    expect(readFileSync(join(out, "docs/standalone.js")).length).toBeGreaterThan(100_000);
  });
});

describe("the preload bundle", () => {
  it("loads as one CommonJS script in a sandbox, and exposes just the bridge", async () => {
    const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
    const invoked: unknown[][] = [];
    const heard = new Map<string, (event: unknown, payload: unknown) => void>();
    const electron = {
      contextBridge: {
        exposeInMainWorld: (name: string, bridge: (typeof exposed)[string]) => {
          exposed[name] = bridge;
        },
      },
      ipcRenderer: {
        invoke: async (...args: unknown[]) => {
          invoked.push(args);
          if (args[1] === "fails") throw new Error("Error invoking remote method 'x': Error: no such folder");
        },
        on: (channel: string, listener: (event: unknown, payload: unknown) => void) =>
          heard.set(channel, listener),
        removeListener: (channel: string) => heard.delete(channel),
      },
    };
    // As in Electron's sandbox: `require` knows electron, and there is no Node around it.
    const require = (name: string) => {
      if (name === "electron") return electron;
      throw new Error(`module not found: ${name}`);
    };
    const module = { exports: {} };
    const context = createContext({ require, module, exports: module.exports });
    runInContext(readFileSync(join(out, "preload/index.cjs"), "utf8"), context);
    expect(Object.keys(exposed)).toEqual([bridgeName]);
    const bridge = exposed[bridgeName] ?? {};
    expect(Object.keys(bridge).sort()).toEqual([...ipcCalls, "on"].sort());
    for (const name of ipcCalls) await bridge[name]?.(`${name}'s argument`);
    expect(invoked).toEqual(ipcCalls.map((name) => [channelOf(name), `${name}'s argument`]));
    await expect(bridge.openLogs?.("fails")).rejects.toThrow(/^no such folder$/);

    const payloads: unknown[] = [];
    const stop = bridge.on?.("navigate", (...given: unknown[]) => payloads.push(given)) as () => void;
    heard.get(channelOf("navigate"))?.({ sender: "never seen by the page" }, { to: "dialog" });
    expect(payloads).toEqual([[{ to: "dialog" }]]);
    stop();
    expect([...heard.keys()]).toEqual([]);
    expect(() => bridge.on?.("anything", () => {})).toThrow("There is no event");
  });

  it("is small: it knows names, not schemas", () => {
    expect(readFileSync(join(out, "preload/index.cjs")).length).toBeLessThan(4_000);
  });
});
