import type { OwnScope } from "./assign-names.ts";
import type { ClassKind, Naming } from "./naming.ts";
import { camelCase, pascalCase } from "./words.ts";

/** What a class is called for where its own name is not enough. */
const kinds: Readonly<Record<ClassKind, string>> = {
  collection: "Collection",
  section: "Section",
  experience: "Experience",
};

/** The languages allow more, but not every disk and tool does. A digit can't be the first. */
function identifier(text: string, prefix: string): string {
  const name = text.replace(/[^A-Za-z0-9]/g, "");
  return /^[A-Za-z]/.test(name) ? name : prefix + name;
}

/** A letter that is left out may have been the capital: "Łas" is no `as`. */
function asciiClassName(text: string, prefix: string): string {
  const name = identifier(pascalCase(text), prefix);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

export const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/** Of members, properties and functions. */
export function valueNames(text: string): readonly [string, string] {
  const name = lowerFirst(identifier(camelCase(text), "unnamed"));
  return [name, `${name}Value`];
}

export const withSuffix = (name: string, suffix: string): string =>
  name + suffix.charAt(0).toUpperCase() + suffix.slice(1);

/** Letters with marks as those without: "Café" is `Cafe`, not `Caf`. */
const withoutMarks = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");

/** The same in every language of apps and TVs. */
export const asciiNaming: Pick<Naming, "classNames" | "memberNames" | "withSuffix"> = {
  classNames: (text, kind) => {
    const name = asciiClassName(text, `Unnamed${kinds[kind]}`);
    return [name, `${name}${kinds[kind]}`];
  },
  memberNames: valueNames,
  withSuffix,
};

/** Windows keeps these for devices: no file can be named after a class that is called so. */
export const deviceClasses: readonly string[] = [
  ...["Con", "Prn", "Aux", "Nul"],
  ...[...Array(10).keys()].flatMap((n) => [`Com${n}`, `Lpt${n}`]),
];

/** Where a class of Experiences has one of data beside it, and a Section's one of its children. */
export const declaredWithParts: Naming["declared"] = (name, kind) => {
  if (kind === "experience") return [name, `${name}Data`];
  return kind === "section" ? [name, `${name}Child`] : [name];
};

/** The enums of selects. */
export const enumsBut = (reserved: readonly string[]): OwnScope => ({
  names: (text) => {
    const name = asciiClassName(text, "Unnamed");
    return [name, `${name}Option`];
  },
  reserved,
  withSuffix,
});

const longestCase = 64;

/** The case of an option, which may be any text. */
export const asciiCaseName = (text: string): string =>
  asciiClassName(withoutMarks(text), "Option").slice(0, longestCase);
