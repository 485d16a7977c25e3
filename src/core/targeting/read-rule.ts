import { issueWords } from "../issue-words.ts";
import { isObject, type JsonObject } from "../json-object.ts";
import { type Rule, ruleLimits } from "../rule.ts";
import { strangers, unknownMember } from "./closed-object.ts";
import { ruleLeaves } from "./rule-leaves.ts";

/** Where a rule is wrong, from the rule's own root, and what to do about it. */
interface RuleIssue {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

/** Most that is told at once. */
const mostIssues = 50;
const shapes = "must be all, any or not with rules, or a field, attribute, label, tribe or event rule";
const kinds = ["all", "any", "not", "field", "attribute", "label", "tribe", "event"] as const;
type LeafKind = keyof typeof ruleLeaves;

interface Task {
  readonly raw: unknown;
  readonly path: readonly PropertyKey[];
  readonly depth: number;
  /** Takes the rule to where it belongs. */
  readonly put: (rule: Rule) => void;
}

/**
 * Reads a rule of any depth without recursion, so that a hostile one costs no more than its limits allow. Gives the rule
 * with its defaults, or what is wrong with it, in the order of the rule.
 */
export function readRule(
  value: unknown,
): { readonly rule: Rule } | { readonly issues: readonly RuleIssue[] } {
  const issues: RuleIssue[] = [];
  let root: Rule | null = null;
  let seen = 0;
  const put = (rule: Rule) => {
    root = rule;
  };
  const tasks: Task[] = [{ raw: value, path: [], depth: 1, put }];
  for (let task = tasks.pop(); task !== undefined; task = tasks.pop()) {
    seen += 1;
    if (seen + tasks.length > ruleLimits.nodes)
      return refused([], `must have at most ${ruleLimits.nodes} parts`);
    if (task.depth > ruleLimits.depth)
      return refused(task.path, `is nested deeper than ${ruleLimits.depth} levels`);
    issues.push(...readNode(task, tasks));
    if (issues.length >= mostIssues) break;
  }
  return issues.length > 0 || root === null ? { issues } : { rule: root };
}

const refused = (path: RuleIssue["path"], message: string) => ({ issues: [{ path, message }] });

/** Reads one rule; the rules in it become tasks. */
function readNode(task: Task, tasks: Task[]): RuleIssue[] {
  const { raw, path } = task;
  if (!isObject(raw)) return [{ path, message: shapes }];
  const kind = kinds.find((one) => Object.hasOwn(raw, one));
  switch (kind) {
    case undefined:
      return [{ path, message: shapes }];
    case "all":
    case "any":
      return readGroup(task, raw, kind, tasks);
    case "not":
      return readNot(task, raw, tasks);
    default:
      return readLeaf(task, raw, kind);
  }
}

function readGroup(task: Task, raw: JsonObject, kind: "all" | "any", tasks: Task[]): RuleIssue[] {
  const members = raw[kind];
  const path = [...task.path, kind];
  if (!Array.isArray(members)) return [{ path, message: "must be a list of rules" }];
  if (members.length > ruleLimits.nodes)
    return [{ path, message: `must have at most ${ruleLimits.nodes} rules` }];
  const made: Rule[] = members.map(() => ({ all: [] }));
  task.put(kind === "all" ? { all: made } : { any: made });
  // The last first, since tasks are a stack: what is wrong is then told in the order of the rule.
  for (let index = members.length - 1; index >= 0; index -= 1) {
    const put = (rule: Rule) => {
      made[index] = rule;
    };
    tasks.push({ raw: members[index], path: [...path, index], depth: task.depth + 1, put });
  }
  return unknownMembers(raw, task.path, kind);
}

function readNot(task: Task, raw: JsonObject, tasks: Task[]): RuleIssue[] {
  const made: { not: Rule } = { not: { all: [] } };
  task.put(made);
  const put = (rule: Rule) => {
    made.not = rule;
  };
  tasks.push({ raw: raw.not, path: [...task.path, "not"], depth: task.depth + 1, put });
  return unknownMembers(raw, task.path, "not");
}

function readLeaf({ path, put }: Task, raw: JsonObject, kind: LeafKind): RuleIssue[] {
  const result = ruleLeaves[kind].safeParse(raw);
  if (result.success) {
    put(result.data as Rule);
    return [];
  }
  return result.error.issues.flatMap((issue) => {
    const at = [...path, ...issue.path];
    if (issue.code !== "unrecognized_keys") return [{ path: at, message: issueWords(issue) }];
    return issue.keys.map((key) => ({ path: [...at, key], message: unknownMember }));
  });
}

const unknownMembers = (raw: JsonObject, path: RuleIssue["path"], kind: string): RuleIssue[] =>
  strangers(raw, [kind]).map((key) => ({ path: [...path, key], message: unknownMember }));
