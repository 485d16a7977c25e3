import Handlebars from "handlebars";
import type { Language } from "../../core/codegen/languages.ts";
import type { PlannedFile } from "../../core/codegen/template-view.ts";

/** Renders one planned file. */
export type Render = (file: PlannedFile) => string;

/** Lines end with LF, whatever the checkout or an editor made of them. */
export const withLf = (text: string): string => text.replace(/\r\n?/g, "\n");

/**
 * Compiles the templates of a language. They see what docs/codegen.md describes, and the language's helpers. A name that is
 * not there is an error.
 *
 * @param sourceOf a template's text
 */
export function compileTemplates(
  { helpers, templates }: Pick<Language, "helpers" | "templates">,
  sourceOf: (name: string) => string,
): Render {
  const handlebars = Handlebars.create();
  for (const [name, helper] of Object.entries(helpers)) handlebars.registerHelper(name, helper);
  const compiled = new Map(
    templates.names.map((name) => [
      name,
      handlebars.compile<unknown>(withLf(sourceOf(name)), { noEscape: true, strict: true }),
    ]),
  );
  return ({ template, view }) => compiled.get(template)?.(view) ?? "";
}
