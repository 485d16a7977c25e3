import { assertNever } from "../../assert-never.ts";
import type { PropertyModel } from "../model.ts";
import { stringLiteral } from "./literal.ts";

/** The exact type of a property's value, as TypeScript and JSDoc write it. */
export function dataType({ type, options }: Pick<PropertyModel, "type" | "options">): string {
  switch (type) {
    case "string":
    case "text":
    case "url":
    case "image":
    case "date":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    case "color":
      return "{ readonly value: string; readonly opacity: number }";
    case "select":
      return options.length === 0 ? "never" : options.map(stringLiteral).join(" | ");
    case "list":
      return "readonly (string | number | boolean)[]";
    case "json":
      return "JsonValue";
    default:
      return assertNever(type);
  }
}
