import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Language, languages } from "../../core/codegen/languages.ts";
import { builtFolder } from "../http/pages.ts";
import { withLf } from "./template-set.ts";

/** A file that comes with generated code, or is it. `path` is below the codegen root, with `/` on every system. */
export interface CodeFile {
  readonly path: string;
  readonly text: string;
}

/** Everything that generating code reads at run time. An app that is packaged has to carry these, from where they are. */
export const resourceFiles = (): { readonly templates: string[]; readonly runtimes: string[] } => ({
  templates: languages.flatMap((language) =>
    language.templates.names.map((name) => templatePath(language, name)),
  ),
  runtimes: [...new Set(languages.flatMap((language) => language.runtime.files.map(runtimePath(language))))],
});

const templatePath = ({ templates }: Language, name: string): string =>
  join(builtFolder("resources"), "templates", templates.folder, `${name}.hbs`);

const runtimePath =
  ({ runtime }: Language) =>
  (file: string): string =>
    join(builtFolder(runtime.in), runtime.folder, file);

export const readTemplate = (language: Language, name: string): string =>
  readFileSync(templatePath(language, name), "utf8");

const runtimeHeader =
  "Written by Understudy: the runtime of generated code. Do not edit: `understudy update` writes it anew.";

/** The runtime of a language as it goes with generated code. @throws Error that says what is not built */
export function readRuntime(language: Language): CodeFile[] {
  return language.runtime.files.map((file) => ({
    path: language.runtime.goesTo(file),
    text: language.headed(runtimeHeader, withLf(readBuilt(runtimePath(language)(file)))),
  }));
}

function readBuilt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (cause) {
    throw new Error(`The runtime that goes with generated code is not built: ${path} can't be read.`, {
      cause,
    });
  }
}
