import type { Tribe } from "../tribe.ts";
import type { UserKind } from "../user.ts";
import type { RuleNode } from "./rule-node.ts";

/** The part of an audience that asks who a person is: nothing where it is for everyone. */
export function audienceKind(audience: Tribe["audience"]): RuleNode[] {
  if (audience === "everyone") return [];
  const expected: UserKind = audience === "users" ? "known" : "visitor";
  return [
    {
      rule: { audience },
      test: (subject) => subject.kind === expected,
      facts: (subject) => ({ expected, actual: subject.kind }),
    },
  ];
}
