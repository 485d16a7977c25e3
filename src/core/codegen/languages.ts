import { commentText, literal } from "./javascript/literal.ts";
import { javascriptNaming } from "./javascript/naming.ts";
import type { Naming, Writing } from "./naming/naming.ts";

/** One row: all that generating a language takes, beside its template folder and its runtime. */
export interface Language {
  readonly platform: string;
  readonly lang: string;
  readonly title: string;
  /** Under resources/templates. */
  readonly templates: string;
  /** The runtime's folder under out/sdk, and the files of it that go with generated code. */
  readonly runtime: { readonly folder: string; readonly files: readonly string[] };
  /** Of generated files, without the dot. */
  readonly extension: string;
  readonly naming: Naming;
  readonly writing: Writing;
}

const browser = {
  platform: "browser",
  runtime: { folder: "browser", files: ["index.js", "index.d.ts", "react.js", "react.d.ts"] },
  naming: javascriptNaming,
  writing: { literal, comment: commentText },
} as const;

/** Every language that code can be generated in. */
export const languages: readonly Language[] = [
  { ...browser, lang: "typescript", title: "TypeScript", templates: "typescript", extension: "ts" },
  { ...browser, lang: "javascript", title: "JavaScript", templates: "javascript", extension: "js" },
];

export const platforms: readonly string[] = [...new Set(languages.map((language) => language.platform))];

export const languagesOf = (platform: string): readonly Language[] =>
  languages.filter((language) => language.platform === platform);

export const findLanguage = (platform: string, lang: string): Language | undefined =>
  languagesOf(platform).find((language) => language.lang === lang);
