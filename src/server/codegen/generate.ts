import type { Language } from "../../core/codegen/languages.ts";
import type { CodegenModel } from "../../core/codegen/model.ts";
import { spaceNames } from "../../core/codegen/naming/space-names.ts";
import { sortedBy } from "../../core/codegen/sorted.ts";
import { type CodeFile, readRuntime, readTemplate } from "./codegen-resources.ts";
import { compileTemplates, type Render } from "./template-set.ts";

const renders = new Map<Language, Render>();

/** The files of a Space in a language, without the runtime; sorted by path. The same model gives the same bytes. */
export function generateSpace(model: CodegenModel, language: Language): CodeFile[] {
  const render = renders.get(language) ?? compileTemplates(language, (name) => readTemplate(language, name));
  renders.set(language, render);
  const planned = language.plan(model, spaceNames(model, language.naming));
  return sortedBy(planned, (file) => file.path).map((file) => ({ path: file.path, text: render(file) }));
}

/** All that an exported folder needs: the Space's files and the runtime; sorted by path. */
export function generateCode(model: CodegenModel, language: Language): CodeFile[] {
  return sortedBy([...generateSpace(model, language), ...readRuntime(language)], (file) => file.path);
}
