import {
  asciiCaseName,
  asciiNaming,
  declaredWithParts,
  deviceClasses,
  enumsBut,
  valueNames,
  withSuffix,
} from "../naming/ascii-names.ts";
import type { OwnScope } from "../naming/assign-names.ts";
import { runtimeFolder } from "../naming/file-names.ts";
import type { Naming } from "../naming/naming.ts";

/** Kotlin's hard keywords (Kotlin's grammar, "Keywords and operators"). */
const hardKeywords: ReadonlySet<string> = new Set(
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

/** Names in Kotlin. */
export const kotlinNaming: Naming = {
  ...asciiNaming,
  declared: declaredWithParts,
  reservedClasses: [...classes, ...deviceClasses],
  reservedMembers: [...hardKeywords, ...members, "id", "key"],
};

/** Properties of a data class. */
export const propertyScope: OwnScope = {
  names: valueNames,
  reserved: [...hardKeywords, ...members, "class"],
  withSuffix,
};

/** The enum classes of its selects. */
export const enumScope = enumsBut(classes);

/** The cases of one. */
export const caseScope: OwnScope = {
  names: (text) => {
    const name = asciiCaseName(text);
    return [name, `${name}Case`];
  },
  reserved: [...classes, "entries", "values", "valueOf", "name", "ordinal", "text"],
  withSuffix,
};
