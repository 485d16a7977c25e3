import { eventNamePattern } from "../../core/event.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { type MetadataFilter, type Rule, ruleLimits } from "../../core/rule.ts";
import {
  type GroupRule,
  groupMember,
  isGroup,
  membersOf,
  type Path,
  peeled,
  replaceAt,
  ruleAt,
  valueAt,
} from "../rules/rule-path.ts";
import { ruleRows } from "../rules/rule-sentence.ts";
import { bareName } from "../rules/sentence-piece.ts";

/** A changed rule, and where in it what was moved or made stands now. */
export interface Moved {
  readonly rule: Rule;
  readonly path: Path;
}

const indexOf = (path: Path): number => Number(path.at(-1));
const listOf = (path: Path): Path => path.slice(0, -1);
const rulesIn = (rule: Rule, list: Path): readonly Rule[] => {
  const found = valueAt(rule, list);
  return Array.isArray(found) ? (found as readonly Rule[]) : [];
};

/** The rule as a group that more can be put into. */
const asGroup = (rule: Rule): GroupRule => (isGroup(rule) ? rule : { all: [rule] });

/** The list of a rule's outermost group; of a rule that is none there is none. */
export function rootList(rule: Rule): Path | null {
  if (isGroup(rule)) return [groupMember(rule)];
  return "not" in rule && isGroup(rule.not) ? ["not", groupMember(rule.not)] : null;
}

/** Puts a rule into a list; at the end where no place is given. A single rule becomes one of two that must all hold. */
export function inserted(rule: Rule, list: Path | null, made: Rule, index?: number): Moved {
  if (list === null) return inserted(asGroup(rule), ["all"], made, index);
  const members = rulesIn(rule, list);
  const at = index ?? members.length;
  return { rule: replaceAt(rule, list, members.toSpliced(at, 0, made)), path: [...list, at] };
}

/** Takes a condition out. The place is where the focus goes: the next, else the one before, else what is around it. */
export function removed(rule: Rule, path: Path): Moved {
  if (path.length === 0) return { rule: { all: [] }, path: [] };
  const list = listOf(path);
  const left = rulesIn(rule, list).toSpliced(indexOf(path), 1);
  const next = Math.min(indexOf(path), left.length - 1);
  return { rule: replaceAt(rule, list, left), path: left.length > 0 ? [...list, next] : around(path) };
}

/** How often a condition stands in a rule. */
export function timesIn(rule: Rule, one: Rule): number {
  if (jsonEqual(rule, one)) return 1;
  const { target } = peeled(rule, []);
  return isGroup(target) ? membersOf(target).reduce((sum, member) => sum + timesIn(member, one), 0) : 0;
}

/** Where the condition of a path is after a change: there still, else where the first is that is like it; null where none is. */
export function pathAfter(path: Path, before: Rule, after: Rule): Path | null {
  const one = ruleAt(before, path);
  const isThere = (at: Path) => jsonEqual(ruleAt(after, at), one);
  if (isThere(path)) return path;
  return ruleRows(after, bareName).find((row) => isThere(row.path))?.path ?? null;
}

/** What was taken out of a place is put there again; at the end of the rule where that place is gone. */
export function putBack(rule: Rule, path: Path, gone: Rule): Moved {
  const list = listOf(path);
  const members = path.length === 0 ? undefined : valueAt(rule, list);
  if (!Array.isArray(members)) return inserted(rule, rootList(rule), gone);
  return inserted(rule, list, gone, Math.min(indexOf(path), members.length));
}

export function duplicated(rule: Rule, path: Path): Moved | null {
  const found = ruleAt(rule, path);
  if (found === undefined) return null;
  if (path.length === 0) return inserted(rule, null, found);
  return inserted(rule, listOf(path), found, indexOf(path) + 1);
}

/** One place up (-1) or down (1) among its neighbours; null at the end of them. */
export function shifted(rule: Rule, path: Path, by: -1 | 1): Moved | null {
  if (path.length === 0) return null;
  const list = listOf(path);
  const members = rulesIn(rule, list);
  const from = indexOf(path);
  const one = members[from];
  const other = members[from + by];
  if (one === undefined || other === undefined) return null;
  return {
    rule: replaceAt(rule, list, members.with(from, other).with(from + by, one)),
    path: [...list, from + by],
  };
}

/** Into the group right above it, else the one right below; null where there is none. */
export function movedIn(rule: Rule, path: Path): Moved | null {
  const moving = ruleAt(rule, path);
  if (path.length === 0 || moving === undefined) return null;
  const list = listOf(path);
  const from = indexOf(path);
  for (const by of [-1, 1] as const) {
    const into = groupList(rule, [...list, from + by]);
    if (into === null) continue;
    const grown = inserted(rule, into, moving, by === -1 ? undefined : 0);
    const left = replaceAt(grown.rule, list, rulesIn(grown.rule, list).toSpliced(from, 1));
    return { rule: left, path: by === -1 ? grown.path : grown.path.with(list.length, from) };
  }
  return null;
}

/** The list of the group at a path, nots before it aside; null where there is no group. */
function groupList(rule: Rule, path: Path): Path | null {
  const found = ruleAt(rule, path);
  if (found === undefined) return null;
  const { target, targetPath } = peeled(found, path);
  return isGroup(target) ? [...targetPath, groupMember(target)] : null;
}

/** Out of its group, to right behind it; a group that nothing is left in goes. Null where it is in none but the outermost. */
export function movedOut(rule: Rule, path: Path): Moved | null {
  const moving = ruleAt(rule, path);
  const group = around(path);
  if (moving === undefined || group.length === 0) return null;
  const list = listOf(path);
  const left = rulesIn(rule, list).toSpliced(indexOf(path), 1);
  const without = replaceAt(rule, list, left);
  const outer = listOf(group);
  const at = indexOf(group);
  if (left.length > 0) return inserted(without, outer, moving, at + 1);
  return { rule: replaceAt(without, group, moving), path: [...outer, at] };
}

/** Around a condition a group of its own. */
export function grouped(rule: Rule, path: Path): Moved | null {
  const found = ruleAt(rule, path);
  if (found === undefined) return null;
  const inAny = path.at(-2) === "any";
  return { rule: replaceAt(rule, path, inAny ? { all: [found] } : { any: [found] }), path };
}

/** Where the group around a condition stands, with the nots before it; the root's own place is the empty path. */
export function around(path: Path): Path {
  const group = path.slice(0, -2);
  let length = group.length;
  while (length > 0 && group[length - 1] === "not") length -= 1;
  return group.slice(0, length);
}

/** The rule that an address asks a new Tribe to start with: `?event=movie/watched&where=genre:drama`; null where it asks for none. */
export function startRule(search: string): Rule | null {
  const query = new URLSearchParams(search);
  const event = query.get("event");
  if (event === null || !eventNamePattern.test(event)) return null;
  const where = query
    .getAll("where")
    .map(readFilter)
    .filter((one) => one !== null)
    .slice(0, ruleLimits.where);
  return { all: [{ event, did: true, count: { op: "any" }, window: { last: { days: 7 } }, where }] };
}

function readFilter(text: string): MetadataFilter | null {
  const colon = text.indexOf(":");
  return colon < 1 ? null : { key: text.slice(0, colon), op: "equals", value: text.slice(colon + 1) };
}
