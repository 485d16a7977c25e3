import type { OwnScope } from "../naming/assign-names.ts";
import { spaceFolder } from "../naming/file-names.ts";
import type { ClassKind, Naming } from "../naming/naming.ts";
import { camelCase, pascalCase } from "../naming/words.ts";

const words = (text: string): readonly string[] => text.split(" ");

/** Words that BrightScript keeps, and those of its functions that act like one (BrightScript's reference, "Reserved words"). */
const reserved = words(
  "and as box catch continue createobject dim each else elseif end endfor endfunction endif endsub endtry endwhile eval exit exitfor exitwhile false for function getglobalaa getlastruncompileerror getlastrunruntimeerror goto if in invalid let library line_num mod next not objfun or pos print rem return run step stop sub tab then throw to true try type while",
);

/** Words of BrighterScript, with which many channels are built. */
const brighter = words(
  "alias class const declare enum implements import interface namespace new override private protected public readonly super typecast typedef void",
);

/** What an associative array does. */
const tableMethods = words(
  "addreplace append clear count delete doesexist isempty isnext items keys lookup lookupci next reset setmodecasesensitive",
);

/** Fields and methods of every node, beside those of an associative array. */
const nodeMembers = words(
  "addfield addfields appendchild appendchildren callfunc change clone createchild createchildren focusable focusedchild findnode getall getchild getchildcount getchildren getfield getfields getfieldtype getfieldtypes getglobalnode getparent getscene hasfield hasfocus id insertchild insertchildren isinfocuschain issamenode issubtype key m namespace observefield observefieldscoped parentsubtype removechild removechildindex removechildren removechildrenindex removefield removefields reparent replacechild replacechildren setfield setfields setfocus signalbeacon subtype threadinfo top type unobservefield unobservefieldscoped update",
);

const kinds: Readonly<Record<ClassKind, string>> = {
  collection: "Collection",
  section: "Section",
  experience: "Experience",
};

/** What components and functions of a Space begin with, as those of a module that ropm installs. Keys have no underscore. */
export function spacePrefix(spaceKey: string): string {
  const name = spaceFolder(spaceKey).replaceAll("-", "_");
  return /^[a-z]/.test(name) ? name : `space_${name}`;
}

/** A digit can't be the first. */
function identifier(text: string, prefix: string): string {
  const name = text.replace(/[^A-Za-z0-9]/g, "");
  return /^[A-Za-z]/.test(name) ? name : prefix + name;
}

/** A letter that is left out may have been the capital: "Łas" is no `as`. */
function className(text: string, prefix: string): string {
  const name = identifier(pascalCase(text), prefix);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function memberNames(text: string): readonly [string, string] {
  const name = identifier(camelCase(text), "unnamed");
  const small = name.charAt(0).toLowerCase() + name.slice(1);
  return [small, `${small}Value`];
}

const withSuffix = (name: string, suffix: string): string =>
  name + suffix.charAt(0).toUpperCase() + suffix.slice(1);

/** Names in BrightScript, which does not tell case apart. */
export const brightscriptNaming: Naming = {
  classNames: (text, kind) => {
    const name = className(text, `Unnamed${kinds[kind]}`);
    return [name, `${name}${kinds[kind]}`];
  },
  memberNames,
  declared: (name) => [name],
  withSuffix,
  reservedClasses: ["Space", "Collections", "Fallbacks"],
  reservedMembers: [...reserved, ...brighter, ...tableMethods, ...nodeMembers],
};

/** Members of an Experience's data. */
export const dataScope: OwnScope = {
  names: memberNames,
  reserved: [...reserved, ...brighter, ...tableMethods],
  withSuffix,
};

/** Functions that give a select's options. */
export const optionsScope: OwnScope = { names: memberNames, reserved: ["data"], withSuffix };

const longestOption = 64;

/** The options of one. */
export const optionScope: OwnScope = {
  names: (text) => {
    const plain = text.normalize("NFD").replace(/\p{M}/gu, "");
    const name = identifier(camelCase(plain), "option").slice(0, longestOption);
    const small = name.charAt(0).toLowerCase() + name.slice(1);
    return [small, `${small}Option`];
  },
  reserved: [...reserved, ...brighter, ...tableMethods, "unknown"],
  withSuffix,
};
