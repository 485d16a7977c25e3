import type { ClassKind } from "./naming.ts";
import { camelCase, pascalCase } from "./words.ts";

/** What a class is called for where its own name is not enough. */
export const kinds: Readonly<Record<ClassKind, string>> = {
  collection: "Collection",
  section: "Section",
  experience: "Experience",
};

/** Kotlin and Swift allow more, but not every disk and tool does. A digit can't be the first. */
function identifier(text: string, prefix: string): string {
  const name = text.replace(/[^A-Za-z0-9]/g, "");
  return /^[A-Za-z]/.test(name) ? name : prefix + name;
}

/** A letter that is left out may have been the capital: "Łas" is no `as`. */
export function asciiClassName(text: string, prefix: string): string {
  const name = identifier(pascalCase(text), prefix);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

export const asciiMemberName = (text: string): string => lowerFirst(identifier(camelCase(text), "unnamed"));

export const withSuffix = (name: string, suffix: string): string =>
  name + suffix.charAt(0).toUpperCase() + suffix.slice(1);

/** Letters with marks as those without: "Café" is `Cafe`, not `Caf`. */
export const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");
