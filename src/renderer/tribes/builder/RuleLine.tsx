import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Rev } from "../../parts/Rev.tsx";
import { pathKey } from "../../why/rule-path.ts";
import type { RuleRow } from "../../why/rule-sentence.ts";
import { rowKey } from "../changed-rows.ts";
import { useBuilder } from "./builder-context.ts";
import { LineMenu } from "./LineMenu.tsx";
import { lineProblems } from "./line-problems.ts";
import { SentenceLine } from "./SentenceLine.tsx";
import { Verdict } from "./Verdict.tsx";

interface RuleLineProps {
  readonly row: RuleRow;
  /** Before the sentence, in the first line. */
  readonly before?: ReactNode;
}

/** Deeper levels go in no further: there would be no room left for words. */
const deepest = 8;
const shownNumeral = 9;

/** One line: its number in the margin, its sentence, its verdict, and what can be done to it. */
export function RuleLine({ row, before }: RuleLineProps) {
  const { canEdit, store, changed, problems } = useBuilder();
  const key = pathKey(row.path);
  const isCurrent = useStore(store, (state) => row.kind !== "lead" && state.current === key);
  const own = lineProblems(problems, row);
  const level = Math.min(row.depth, deepest);
  return (
    <li
      className={`rule ${row.kind} ${level > 1 ? "is-nested" : ""} ${isCurrent ? "is-open" : ""}`}
      style={{ "--level": Math.max(0, level - 1) } as React.CSSProperties}
      aria-current={isCurrent ? "true" : undefined}
      {...(row.kind !== "lead" && { "data-line": key })}
    >
      <span className="gutter">
        <span title={row.numeral}>{shortened(row.numeral)}</span>
        {changed.has(rowKey(row)) && <Rev words="Changed by this edit" />}
      </span>
      <Branches trail={row.trail.slice(0, deepest - 1)} />
      <div className="rule-say">
        {before}
        <SentenceLine pieces={row.pieces} />
        {own.map((words) => (
          <p className="rule-problem" key={words}>
            {words}
          </p>
        ))}
      </div>
      {row.kind !== "lead" && <Verdict path={row.path} />}
      {row.kind !== "lead" && canEdit && <LineMenu row={row} />}
    </li>
  );
}

const shortened = (numeral: string): string =>
  numeral.length > shownNumeral ? `…${numeral.slice(1 - shownNumeral)}` : numeral;

/** The lines from a group to its members. */
function Branches({ trail }: { readonly trail: readonly boolean[] }) {
  return trail.map((more, level) => {
    const isOwn = level === trail.length - 1;
    if (!isOwn && !more) return null;
    const shape = isOwn ? (more ? "is-own" : "is-own is-last") : "";
    // biome-ignore lint/suspicious/noArrayIndexKey: a branch is its level.
    return <i key={level} className={`branch ${shape}`} style={{ "--at": level } as React.CSSProperties} />;
  });
}
