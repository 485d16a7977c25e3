import type { Rule } from "../../core/rule.ts";

/** Where something stands in a rule, from its root: `["all", 0, "where", 1, "key"]`. */
export type Path = readonly (string | number)[];

export const pathKey = (path: Path): string => path.join("/");

/** Whether `path` is `start` or lies in it. */
export const isWithin = (path: readonly PropertyKey[], start: readonly PropertyKey[]): boolean =>
  start.length <= path.length && start.every((step, index) => step === path[index]);

type Node = Readonly<Record<string | number, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null;

/** What stands at a path; undefined where nothing does. */
export const valueAt = (root: unknown, path: Path): unknown =>
  path.reduce<unknown>((node, step) => (isNode(node) ? node[step] : undefined), root);

/** The same with another value at a path; all that it does not touch stays the same object. */
export function replaceAt<T>(root: T, path: Path, value: unknown): T {
  const [step, ...rest] = path;
  if (step === undefined) return value as T;
  if (Array.isArray(root))
    return root.map((one, index) => (index === step ? replaceAt(one, rest, value) : one)) as T;
  if (!isNode(root)) return root;
  return { ...root, [step]: replaceAt(root[step], rest, value) };
}

/** The rule at a path that leads to one. */
export const ruleAt = (root: Rule, path: Path): Rule | undefined => {
  const found = valueAt(root, path);
  return isNode(found) && !Array.isArray(found) ? (found as unknown as Rule) : undefined;
};

export type GroupRule = { readonly all: readonly Rule[] } | { readonly any: readonly Rule[] };

export const isGroup = (rule: Rule): rule is GroupRule => "all" in rule || "any" in rule;
export const membersOf = (group: GroupRule): readonly Rule[] => ("all" in group ? group.all : group.any);
export const groupMember = (group: GroupRule): "all" | "any" => ("all" in group ? "all" : "any");

/** What the nots before it are about, and where it stands. */
export function peeled(rule: Rule, path: Path): { readonly target: Rule; readonly targetPath: Path } {
  return "not" in rule ? peeled(rule.not, [...path, "not"]) : { target: rule, targetPath: path };
}
