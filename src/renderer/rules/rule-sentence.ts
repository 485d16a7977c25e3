import { assertNever } from "../../core/assert-never.ts";
import type { Rule } from "../../core/rule.ts";
import { capital } from "../text/format.ts";
import { attributePieces, blank, eventPieces, fieldPieces, named, text } from "./leaf-sentence.ts";
import { type GroupRule, groupMember, isGroup, membersOf, type Path, peeled } from "./rule-path.ts";
import type { GroupWord, NameOf, Piece } from "./sentence-piece.ts";

/** One line of a rule: a condition, or the head of a group whose members follow it. */
export interface RuleRow {
  /** Of the condition with the nots before it. */
  readonly path: Path;
  /** Of what the nots are about. */
  readonly target: Path;
  /** As it stands in the margin: "2.1"; none for the first line. */
  readonly numeral: string;
  /** 0 for the first line, 1 for its conditions, and so on. */
  readonly depth: number;
  readonly kind: "lead" | "group" | "condition";
  readonly pieces: readonly Piece[];
  /** Of a group, where its members are: `[…, "all"]`. */
  readonly list: Path | null;
  /** For each level around it below the first, whether more follows there: where lines go on down the page. */
  readonly trail: readonly boolean[];
}

type Place = Pick<RuleRow, "path" | "numeral" | "depth" | "trail">;

/**
 * A rule as lines of English, in the order of the rule. The first says what of the others must be true. Every blank knows its
 * path, so that a change of it is a change of the rule.
 */
export function ruleRows(rule: Rule, nameOf: NameOf): RuleRow[] {
  const group = asGroup(rule);
  const first = { path: [], numeral: "", depth: 0, trail: [] };
  if (group === null) {
    const head = { ...first, target: [], list: null, kind: "lead" as const };
    return [
      { ...head, pieces: [text("this is true:")] },
      ...rowsOf(rule, { ...first, numeral: "1", depth: 1 }, nameOf),
    ];
  }
  const head: RuleRow = {
    ...first,
    target: group.path,
    kind: "lead",
    list: [...group.path, groupMember(group.rule)],
    pieces: groupPieces(group.word, []),
  };
  return [head, ...memberRows(group.rule, group.path, first, nameOf)];
}

function rowsOf(rule: Rule, place: Place, nameOf: NameOf): RuleRow[] {
  const { target, targetPath } = peeled(rule, place.path);
  const nots = targetPath.length - place.path.length;
  if (!isGroup(target)) {
    const pieces = capitalised(conditionPieces(target, targetPath, nots, nameOf));
    return [{ ...place, target: targetPath, kind: "condition", pieces, list: null }];
  }
  const list = [...targetPath, groupMember(target)];
  const pieces = capitalised(groupHead(target, targetPath, nots));
  const row: RuleRow = { ...place, target: targetPath, kind: "group", pieces, list };
  return [row, ...memberRows(target, targetPath, place, nameOf)];
}

function memberRows(group: GroupRule, path: Path, place: Place, nameOf: NameOf): RuleRow[] {
  const members = membersOf(group);
  return members.flatMap((member, index) =>
    rowsOf(
      member,
      {
        path: [...path, groupMember(group), index],
        numeral: place.numeral === "" ? String(index + 1) : `${place.numeral}.${index + 1}`,
        depth: place.depth + 1,
        trail: place.depth === 0 ? [] : [...place.trail, index < members.length - 1],
      },
      nameOf,
    ),
  );
}

/** A group, where the rule is one, with at most one not before it. */
function asGroup(rule: Rule): { rule: GroupRule; path: Path; word: GroupWord } | null {
  if (isGroup(rule)) return { rule, path: [], word: groupMember(rule) };
  if (!("not" in rule) || !isGroup(rule.not)) return null;
  return {
    rule: rule.not,
    path: ["not"],
    word: groupMember(rule.not) === "all" ? "notAll" : "none",
  };
}

const groupWords: Readonly<Record<GroupWord, string>> = {
  all: "all",
  any: "any",
  notAll: "not all",
  none: "none",
};

function groupPieces(word: GroupWord, path: Path): Piece[] {
  const verb = word === "all" || word === "notAll" ? "are" : "is";
  return [blank({ kind: "group", value: word }, path, groupWords[word]), text(`of these ${verb} true:`)];
}

/** The not right before a group is part of its word; those before that are said. */
function groupHead(group: GroupRule, targetPath: Path, nots: number): Piece[] {
  const own = nots > 0 ? targetPath.slice(0, -1) : targetPath;
  const word: GroupWord = nots > 0 ? (groupMember(group) === "all" ? "notAll" : "none") : groupMember(group);
  const path = [...targetPath, groupMember(group)];
  const add: Piece = { is: "add", adds: "condition", path, words: "condition" };
  return [...notPieces(own, nots - 1), ...groupPieces(word, own), add];
}

/** "It is not true that", for each not. `path` is that of what comes after them. */
function notPieces(path: Path, nots: number): Piece[] {
  return Array.from({ length: Math.max(0, nots) }, (_, index) => {
    const at = path.slice(0, path.length - nots + index);
    return [text("it is"), blank({ kind: "not", value: true }, at, "not true"), text("that")];
  }).flat();
}

type Condition = Exclude<Rule, GroupRule | { readonly not: Rule }>;

function conditionPieces(rule: Rule, path: Path, nots: number, nameOf: NameOf): Piece[] {
  if (isGroup(rule) || "not" in rule) return [];
  if (!("label" in rule) && !("tribe" in rule)) return [...notPieces(path, nots), ...plain(rule, path)];
  const own = nots > 0 ? path.slice(0, -1) : path;
  return [...notPieces(own, nots - 1), ...holding(rule, path, { own, has: nots === 0 }, nameOf)];
}

function plain(rule: Exclude<Condition, { label: string } | { tribe: string }>, path: Path): Piece[] {
  if ("field" in rule) return fieldPieces(rule, path);
  if ("attribute" in rule) return attributePieces(rule, path);
  if ("event" in rule) return eventPieces(rule, path);
  return assertNever(rule);
}

/** A label or a Tribe: the not right before it is part of its verb. */
function holding(
  rule: { readonly label: string } | { readonly tribe: string },
  path: Path,
  { own, has }: { readonly own: Path; readonly has: boolean },
  nameOf: NameOf,
): Piece[] {
  if ("label" in rule)
    return [
      text("they"),
      blank({ kind: "has", value: has, of: "label" }, own, has ? "have" : "do not have"),
      text("the label"),
      named("label", rule.label, [...path, "label"]),
    ];
  return [
    text("they are"),
    blank({ kind: "has", value: has, of: "tribe" }, own, has ? "in" : "not in"),
    text("the Tribe"),
    named("tribe", rule.tribe, [...path, "tribe"], rule.tribe === "" ? "" : nameOf(rule.tribe)),
  ];
}

/** A sentence begins with a capital letter, also where it begins with a blank. */
function capitalised(pieces: readonly Piece[]): Piece[] {
  const [first, ...rest] = pieces;
  if (first?.is === "text") return [{ ...first, text: capital(first.text) }, ...rest];
  if (first?.is === "blank") return [{ ...first, words: capital(first.words) }, ...rest];
  return [...pieces];
}
