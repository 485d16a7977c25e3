import Handlebars from "handlebars";
import type { Language } from "../../core/codegen/languages.ts";
import { type PlannedFile, type TemplateName, templateNames } from "../../core/codegen/template-view.ts";

/** Renders one planned file. */
export type Render = (file: PlannedFile) => string;

/** Lines end with LF, whatever the checkout or an editor made of them. */
export const withLf = (text: string): string => text.replace(/\r\n?/g, "\n");

/**
 * Compiles the templates of a language. They see what docs/codegen.md describes and these helpers: `literal` (a JSON value
 * as source), `propertyName` (a key as a declaration writes it) and `comment`. A name that is not there is an error.
 *
 * @param sourceOf a template's text
 */
export function compileTemplates(
  { naming, writing }: Pick<Language, "naming" | "writing">,
  sourceOf: (name: TemplateName) => string,
): Render {
  const handlebars = Handlebars.create();
  handlebars.registerHelper("literal", (value: unknown, indent: number) => writing.literal(value, indent));
  handlebars.registerHelper("propertyName", (key: string) => naming.propertyName(key));
  handlebars.registerHelper("comment", (text: string) => writing.comment(text));
  const compiled = new Map(
    templateNames.map((name) => [
      name,
      handlebars.compile<unknown>(withLf(sourceOf(name)), { noEscape: true, strict: true }),
    ]),
  );
  return ({ template, view }) => compiled.get(template)?.(view) ?? "";
}
