import {
  asciiCaseName,
  asciiNaming,
  deviceClasses,
  lowerFirst,
  valueNames,
  withSuffix,
} from "../naming/ascii-names.ts";
import type { OwnScope } from "../naming/assign-names.ts";
import { runtimeFolder } from "../naming/file-names.ts";
import type { Naming } from "../naming/naming.ts";

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

/**
 * What components and functions of a Space begin with, as those of a module that ropm installs. That of `understudy` is not the runtime's,
 * and one longer than that of `understudy-`, as the next one's is.
 */
export const spacePrefix = (spaceKey: string): string => {
  const prefix = spaceKey.replaceAll("-", "_");
  return prefix.replace(/_+$/, "") === runtimeFolder ? `${prefix}_` : prefix;
};

/** Names in BrightScript, which does not tell case apart. */
export const brightscriptNaming: Naming = {
  ...asciiNaming,
  declared: (name) => [name],
  reservedClasses: ["Space", "Collections", "Fallbacks", ...deviceClasses],
  reservedMembers: [...reserved, ...brighter, ...tableMethods, ...nodeMembers],
};

/** Members of an Experience's data. */
export const dataScope: OwnScope = {
  names: valueNames,
  reserved: [...reserved, ...brighter, ...tableMethods],
  withSuffix,
};

/** Functions that give a select's options. A Space's fallbacks are called as the options of another's type would be. */
export const optionsScope: OwnScope = { names: valueNames, reserved: ["data", "fallbacks"], withSuffix };

/** The options of one. */
export const optionScope: OwnScope = {
  names: (text) => {
    const name = lowerFirst(asciiCaseName(text));
    return [name, `${name}Option`];
  },
  reserved: [...reserved, ...brighter, ...tableMethods, "unknown"],
  withSuffix,
};
