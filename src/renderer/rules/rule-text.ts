import type { Rule } from "../../core/rule.ts";
import type { Tribe } from "../../core/tribe.ts";
import { capital, lowered } from "../text/format.ts";
import { type GroupRule, groupMember, isGroup, membersOf } from "./rule-path.ts";
import { ruleRows } from "./rule-sentence.ts";
import type { NameOf, Piece } from "./sentence-piece.ts";

/** A rule as one English sentence without blanks: groups in groups stand in brackets. */
export function ruleText(rule: Rule, nameOf: NameOf): string {
  return capital(told(rule, nameOf, true));
}

const about = { everyone: "", users: "Users only: ", visitors: "Visitors only: " } as const;

/** Who is in a Tribe, as one sentence. */
export const tribeText = ({ audience, rules }: Pick<Tribe, "audience" | "rules">, nameOf: NameOf): string =>
  about[audience] + (audience === "everyone" ? ruleText(rules, nameOf) : told(rules, nameOf, true));

function told(rule: Rule, nameOf: NameOf, isOuter: boolean): string {
  if (isGroup(rule)) return groupText(rule, nameOf, isOuter);
  if ("not" in rule && isGroup(rule.not)) return `not (${groupText(rule.not, nameOf, true)})`;
  const row = ruleRows(rule, nameOf)[1];
  return lowered(piecesText(row?.pieces ?? []));
}

function groupText(group: GroupRule, nameOf: NameOf, isOuter: boolean): string {
  const isAll = groupMember(group) === "all";
  const members = membersOf(group).map((one) => told(one, nameOf, false));
  if (members.length === 0) return isAll ? "everybody" : "nobody";
  const joined = members.join(isAll ? ", and " : ", or ");
  return isOuter || members.length === 1 ? joined : `(${joined})`;
}

/** Pieces as plain words. */
export function piecesText(pieces: readonly Piece[]): string {
  let words = "";
  let before: Piece | null = null;
  for (const piece of pieces) {
    if (piece.is === "add" || piece.is === "line") continue;
    const next = piece.is === "text" ? piece.text : piece.words;
    words += gap(words, before, piece) + next;
    before = piece;
  }
  return words;
}

function gap(words: string, before: Piece | null, piece: Piece): string {
  const both = before?.is === "blank" && before.listed && piece.is === "blank" && piece.listed;
  if (both) return ", ";
  return words === "" || closesUp(piece) ? "" : " ";
}

/** Whether nothing comes between a piece and what is before it: a comma. */
export const closesUp = (piece: Piece): boolean => piece.is === "text" && /^[,:.]/.test(piece.text);
