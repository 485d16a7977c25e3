import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { webToolsFolder } from "../../scripts/setup/web-tools.mjs";
import { codegenModel } from "../../src/core/codegen/build-model.ts";
import { findLanguage } from "../../src/core/codegen/languages.ts";
import { generateCode } from "../../src/server/codegen/generate.ts";
import { codegenCases } from "../golden/codegen-cases.ts";
import { writeFiles } from "../helpers/generated-code.ts";
import { runTool } from "./web/toolchain.mjs";

/** Beside the toolchain's packages, where a project finds its own. */
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(webToolsFolder, "project-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** A project of somebody else's, with all that is generated from the Spaces with the worst names, below `at`. */
function project(files: Readonly<Record<string, string | object>>, lang: string, at: string): void {
  const language = findLanguage("browser", lang);
  if (language === undefined) throw new Error(lang);
  const code = Object.values(codegenCases).flatMap((one) => generateCode(codegenModel(one), language));
  writeFiles(join(folder, at), code);
  const own = Object.entries(files).map(([path, text]) => ({
    path,
    text: typeof text === "string" ? text : JSON.stringify(text),
  }));
  writeFiles(folder, own);
}

const run = (script: string, ...args: string[]) => runTool(script, args, folder);
const nothingSaid = { code: 0, says: "" };

const banner = (at: string) => `"use client";
import { useEffect } from "react";
import { collections, session } from "${at}/cinema/index.js";
import { useExperience } from "${at}/understudy/react.js";

export function Banner() {
  useEffect(() => void session.start(), []);
  const { enabled, data } = useExperience(collections.homepage.banner);
  return enabled ? <h1>{data.headline}</h1> : null;
}
`;

it("lints, has its types right and is built in a new project of create-vite, react-ts", async () => {
  const files = {
    "package.json": { name: "vite-app", private: true, type: "module" },
    ".oxlintrc.json": {
      plugins: ["react", "typescript", "oxc"],
      rules: {
        "react/rules-of-hooks": "error",
        "react/only-export-components": ["warn", { allowConstantExport: true }],
      },
    },
    "tsconfig.json": {
      compilerOptions: {
        target: "es2023",
        lib: ["ES2023", "DOM"],
        module: "esnext",
        types: ["vite/client"],
        skipLibCheck: true,
        strict: true,
        moduleResolution: "bundler",
        allowImportingTsExtensions: true,
        verbatimModuleSyntax: true,
        moduleDetection: "force",
        noEmit: true,
        jsx: "react-jsx",
        noUnusedLocals: true,
        noUnusedParameters: true,
        erasableSyntaxOnly: true,
        noFallthroughCasesInSwitch: true,
      },
      include: ["src"],
    },
    "vite.config.ts": `import react from "@vitejs/plugin-react";\nimport { defineConfig } from "vite";\nexport default defineConfig({ plugins: [react()] });\n`,
    "index.html": `<!doctype html><div id="root"></div><script type="module" src="/src/main.tsx"></script>`,
    "src/main.tsx": `import { createRoot } from "react-dom/client";\nimport { Banner } from "./Banner.tsx";\n\ncreateRoot(document.getElementById("root")!).render(<Banner />);\n`,
    "src/Banner.tsx": banner("./understudy-code"),
  };
  project(files, "typescript", "src/understudy-code");
  expect(await run("oxlint/bin/oxlint", "--deny-warnings")).toMatchObject({
    code: 0,
    says: expect.stringContaining("Found 0 warnings and 0 errors."),
  });
  expect(await run("typescript/bin/tsc", "-p", ".")).toEqual(nothingSaid);
  expect(await run("vite/bin/vite.js", "build", "--logLevel", "warn")).toEqual(nothingSaid);
});

it("lints, passes checkJs and is built in a new project of create-next-app", async () => {
  const files = {
    "package.json": { name: "next-app", private: true },
    "eslint.config.mjs": `import { defineConfig, globalIgnores } from "eslint/config";
import nextVitals from "eslint-config-next/core-web-vitals";
import nextTs from "eslint-config-next/typescript";

const eslintConfig = defineConfig([
  ...nextVitals,
  ...nextTs,
  globalIgnores([".next/**", "out/**", "build/**", "next-env.d.ts"]),
]);

export default eslintConfig;
`,
    "tsconfig.json": {
      compilerOptions: {
        target: "ES2017",
        lib: ["dom", "dom.iterable", "esnext"],
        allowJs: true,
        checkJs: true,
        skipLibCheck: true,
        strict: true,
        noEmit: true,
        esModuleInterop: true,
        module: "esnext",
        moduleResolution: "bundler",
        resolveJsonModule: true,
        isolatedModules: true,
        jsx: "react-jsx",
        incremental: false,
        plugins: [{ name: "next" }],
      },
      include: ["next-env.d.ts", "app", "understudy-code", ".next/types/**/*.ts"],
      exclude: ["node_modules"],
    },
    // Its packages are the toolchain's, a folder above.
    "next.config.mjs": `import { join } from "node:path";\nconst config = { turbopack: { root: join(import.meta.dirname, "..") } };\nexport default config;\n`,
    "app/layout.tsx": `export default function RootLayout({ children }: Readonly<{ children: React.ReactNode }>) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
    "app/page.tsx": `import { Banner } from "./banner";\n\nexport default function Home() {\n  return <Banner />;\n}\n`,
    "app/banner.tsx": banner("../understudy-code"),
  };
  project(files, "javascript", "understudy-code");
  expect(await run("eslint/bin/eslint.js", "--max-warnings", "0", ".")).toEqual(nothingSaid);
  // It checks types, too.
  expect(await run("next/dist/bin/next", "build")).toMatchObject({
    code: 0,
    says: expect.stringContaining("○ /"),
  });
});

it("passes the strictest checkJs and is built in a new project of webpack", async () => {
  const files = {
    "package.json": { name: "webpack-app", private: true, type: "module" },
    "build.js": `import webpack from "webpack";
webpack({ mode: "production", context: import.meta.dirname, entry: "./src/index.js" }, (error, stats) => {
  if (error ?? stats?.hasErrors()) throw error ?? new Error(stats?.toString());
  if (stats?.hasWarnings()) throw new Error(stats.toString());
});
`,
    "tsconfig.json": {
      compilerOptions: {
        strict: true,
        allowJs: true,
        checkJs: true,
        noEmit: true,
        exactOptionalPropertyTypes: true,
        noUncheckedIndexedAccess: true,
        noUnusedLocals: true,
        noUnusedParameters: true,
        noImplicitReturns: true,
        target: "es2022",
        module: "esnext",
        moduleResolution: "bundler",
        lib: ["es2022", "dom"],
        types: [],
      },
      include: ["src"],
    },
    "src/index.js": `import { collections, session } from "./understudy-code/cinema/index.js";\n\nconst { banner } = collections.homepage;\nbanner.changed(() => console.log(banner.data.headline.toUpperCase()));\nvoid session.start();\n`,
  };
  project(files, "javascript", "src/understudy-code");
  expect(await run("typescript/bin/tsc", "-p", ".")).toEqual(nothingSaid);
  expect(await run(join(folder, "build.js"))).toEqual(nothingSaid);
});
