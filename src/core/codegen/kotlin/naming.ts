import type { OwnScope } from "../naming/assign-names.ts";
import { runtimeFolder } from "../naming/file-names.ts";
import type { ClassKind, Naming } from "../naming/naming.ts";
import { camelCase, pascalCase } from "../naming/words.ts";

const kinds: Readonly<Record<ClassKind, string>> = {
  collection: "Collection",
  section: "Section",
  experience: "Experience",
};

/** Kotlin's hard keywords (Kotlin's grammar, "Keywords and operators"). */
export const hardKeywords: ReadonlySet<string> = new Set(
  "as break class continue do else false for fun if in interface is null object package return super this throw true try typealias typeof val var when while".split(
    " ",
  ),
);

/** The package of a Space's code. Keys differ, so packages do. */
export function kotlinPackage(spaceKey: string): string {
  const name = spaceKey.replaceAll("-", "_");
  return `${runtimeFolder}.${hardKeywords.has(name) ? `\`${name}\`` : name}`;
}

/** Classes that generated code names: one of that name beside it would be taken for them. */
const classes =
  "Any Array Boolean Client Collection Collections Color Companion Date Double Experience Fallbacks FallbacksKt Http HttpAnswer HttpRequest List Log Map Metadata Option Pair Section Session SessionStatus Space SpaceKt StartOptions String StringBuilder Suppress UrlConnectionHttp URI Unit Unknown Values".split(
    " ",
  );

/** Members that every object has, and what those of generated classes would hide. */
const members = [
  "client",
  "getClass",
  "hashCode",
  "equals",
  "toString",
  "notify",
  "notifyAll",
  "wait",
  "values",
];

const asciiOnly = (text: string): string => text.replace(/[^A-Za-z0-9]/g, "");

/** Kotlin allows more, but not every disk and tool does. A digit can't be the first. */
function identifier(text: string, prefix: string): string {
  const name = asciiOnly(text);
  return /^[A-Za-z]/.test(name) ? name : prefix + name;
}

/** A letter that is left out may have been the capital: "Łas" is no `as`. */
function className(text: string, prefix: string): string {
  const name = identifier(pascalCase(text), prefix);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const withSuffix = (name: string, suffix: string): string =>
  name + suffix.charAt(0).toUpperCase() + suffix.slice(1);

/** Names in Kotlin. */
export const kotlinNaming: Naming = {
  classNames: (text, kind) => {
    const name = className(text, `Unnamed${kinds[kind]}`);
    return [name, `${name}${kinds[kind]}`];
  },
  memberNames: (text) => valueNames(text),
  declared: (name, kind) => {
    if (kind === "experience") return [name, `${name}Data`];
    return kind === "section" ? [name, `${name}Child`] : [name];
  },
  withSuffix,
  reservedClasses: classes,
  reservedMembers: [...hardKeywords, ...members, "id", "key"],
};

function valueNames(text: string): readonly [string, string] {
  const name = lowerFirst(identifier(camelCase(text), "unnamed"));
  return [name, `${name}Value`];
}

/** Properties of a data class. */
export const propertyScope: OwnScope = {
  names: valueNames,
  reserved: [...hardKeywords, ...members, "class"],
  withSuffix,
};

/** The enum classes of its selects. */
export const enumScope: OwnScope = {
  names: (text) => {
    const name = className(text, "Unnamed");
    return [name, `${name}Option`];
  },
  reserved: classes,
  withSuffix,
};

const longestCase = 64;

/** The cases of one. */
export const caseScope: OwnScope = {
  names: (text) => {
    const name = className(asciiText(text), "Option").slice(0, longestCase);
    return [name, `${name}Case`];
  },
  reserved: [...classes, "entries", "values", "valueOf", "name", "ordinal", "text"],
  withSuffix,
};

/** Letters with marks as those without: "Café" is `Cafe`, not `Caf`. */
const asciiText = (text: string): string => text.normalize("NFD").replace(/\p{M}/gu, "");
