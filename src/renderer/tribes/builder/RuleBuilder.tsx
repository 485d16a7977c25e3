import { useEffect, useMemo, useRef } from "react";
import { useStore } from "zustand";
import type { Tribe } from "../../../core/tribe.ts";
import { TokMenu } from "../../parts/Tok.tsx";
import { pathKey } from "../../rules/rule-path.ts";
import { ruleRows } from "../../rules/rule-sentence.ts";
import { AddRow } from "./AddTok.tsx";
import { honour, useBuilder } from "./builder-context.ts";
import { RuleLine } from "./RuleLine.tsx";
import { useRuleKeys } from "./use-rule-keys.ts";

interface RuleBuilderProps {
  readonly audience: Tribe["audience"];
  readonly rules: Tribe["rules"];
}

/** After a popover has closed and given its focus back, in ms. */
const settled = 30;

/** A rule as sentences to fill in, wholly by keyboard or pointer. */
export function RuleBuilder({ audience, rules }: RuleBuilderProps) {
  const builder = useBuilder();
  const { store, names, canEdit } = builder;
  const root = useRef<HTMLOListElement>(null);
  const rows = useMemo(() => ruleRows(rules, names), [rules, names]);
  const onKeyDown = useRuleKeys(rows, builder);
  const wanted = useStore(store, (state) => state.wanted);
  useEffect(() => {
    if (wanted === null) return;
    const timer = setTimeout(() => root.current !== null && honour(store, root.current), settled);
    return () => clearTimeout(timer);
  }, [store, wanted]);
  return (
    <ol
      ref={root}
      className="rules"
      aria-label="Rule"
      onKeyDownCapture={onKeyDown}
      onFocus={(event) => {
        const line = event.target.closest<HTMLElement>("[data-line]");
        if (line?.dataset.line !== undefined) store.setState({ current: line.dataset.line });
      }}
    >
      {rows.map((row) => (
        <RuleLine
          key={`${row.kind} ${pathKey(row.path)}`}
          row={row}
          {...(row.kind === "lead" && { before: <Lead audience={audience} /> })}
        />
      ))}
      {"all" in rules && rules.all.length === 0 && <Nothing words="No condition yet: everybody is in it." />}
      {"any" in rules && rules.any.length === 0 && <Nothing words="No condition yet: nobody is in it." />}
      {canEdit && <AddRow />}
    </ol>
  );
}

function Nothing({ words }: { readonly words: string }) {
  return (
    <li className="rule is-nothing">
      <span className="gutter" />
      <p className="rule-say direction">{words}</p>
    </li>
  );
}

const audiences = [
  { value: "everyone", label: "user or visitor", hint: "everybody" },
  { value: "users", label: "user", hint: "known by an id" },
  { value: "visitors", label: "visitor", hint: "not known yet" },
] as const;

/** "A user is in this Tribe when" */
function Lead({ audience }: { readonly audience: Tribe["audience"] }) {
  const { actions, canEdit } = useBuilder();
  return (
    <>
      A{" "}
      <TokMenu
        value={audience}
        options={audiences}
        label="Who it is for"
        disabled={!canEdit}
        tok={{ "data-stop": "audience" }}
        onChange={(value) => actions.audience(value)}
      />{" "}
      is in this Tribe when{" "}
    </>
  );
}
