import { Check, X } from "lucide-react";
import { Icon } from "../../parts/Icon.tsx";
import { type Path, ruleAt } from "../../why/rule-path.ts";
import { verdictWords, whyAt } from "../../why/verdict-words.ts";
import { useBuilder } from "./builder-context.ts";

/** Whether a condition holds for the person tried, and what there was. */
export function Verdict({ path }: { readonly path: Path }) {
  const { why, actions } = useBuilder();
  const rule = ruleAt(actions.rule, path);
  const own = why === null ? null : whyAt(why, path);
  if (own === null || rule === undefined) return <span className="verdict" />;
  const words = verdictWords(rule, own);
  return (
    <span className={`verdict ${own.matched ? "ok" : "no"}`} title={words}>
      <Icon of={own.matched ? Check : X} size={14} />
      <span className="sr">{own.matched ? "Holds: " : "Does not hold: "}</span>
      <span className="direction truncate">{words}</span>
    </span>
  );
}
