import type { ClassKind, Naming } from "../naming/naming.ts";
import { camelCase, pascalCase } from "../naming/words.ts";
import { reservedClasses, reservedMembers } from "./reserved.ts";

const kinds: Readonly<Record<ClassKind, string>> = {
  collection: "Collection",
  section: "Section",
  experience: "Experience",
};

/** An identifier can't start with a digit or a mark, nor be empty (ECMA-262, IdentifierName). */
function identifier(text: string, ifEmpty: string): string {
  const name = text.replace(/[^\p{ID_Continue}]/gu, "");
  if (name === "") return ifEmpty;
  return /^\p{ID_Start}/u.test(name) ? name : `_${name}`;
}

/** Names in TypeScript and JavaScript. */
export const javascriptNaming: Naming = {
  classNames: (text, kind) => {
    const name = identifier(pascalCase(text), `Unnamed${kinds[kind]}`);
    return [name, `${name}${kinds[kind]}`];
  },
  memberNames: (text) => [identifier(camelCase(text), "unnamed")],
  declared: (name, kind) => (kind === "experience" ? [name, `${name}Data`] : [name]),
  withSuffix: (name, suffix) => `${name}_${suffix}`,
  reservedClasses,
  reservedMembers,
};
