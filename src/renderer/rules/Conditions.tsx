import { Check, X } from "lucide-react";
import { Fragment } from "react";
import { Link } from "wouter";
import type { Why } from "../../core/explanation.ts";
import { usePath } from "../page/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { When } from "../parts/When.tsx";
import { count } from "../text/format.ts";
import { asksNothing, type Condition } from "./condition.ts";
import { factWords } from "./decision-words.ts";
import { ruleWords } from "./rule-words.ts";
import type { Names } from "./use-names.ts";

interface ConditionsProps {
  readonly conditions: readonly Condition[];
  readonly names: Names;
}

/** Conditions one below the other, each with its verdict and what there is. */
export function Conditions({ conditions, names }: ConditionsProps) {
  return (
    <ul className="why">
      {conditions.map((condition, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no name but its place.
        <li key={place}>
          <Line condition={condition} names={names} />
        </li>
      ))}
    </ul>
  );
}

function Line({ condition, names }: { readonly condition: Condition; readonly names: Names }) {
  const { why, rule, joint, parts } = condition;
  const fact = newsOf(condition, names);
  return (
    <>
      <div className="why-line">
        <Verdict of={why} />
        <p>
          <Words condition={condition} names={names} />
          {fact !== null && <span className="direction">{fact}</span>}
        </p>
      </div>
      {why.events !== undefined && why.events.length > 0 && <CountedEvents why={why} />}
      {parts.length > 0 && <Conditions conditions={parts} names={names} />}
      {joint === "tribe" && "tribe" in rule && parts.length === 0 && (
        <p className="direction small why-cut">The Tribe’s page has its rules.</p>
      )}
    </>
  );
}

/** What there is, unless the condition has said it already. */
function newsOf(condition: Condition, names: Names): string | null {
  const { why, rule } = condition;
  if (asksNothing(condition)) return null;
  const fact = factWords(why);
  const isTold = fact === ruleWords(rule, names.tribeName) || (why.matched && isEqual(rule));
  return isTold ? null : fact;
}

/** What holds because it is equal is what was asked for. */
const isEqual = (rule: Condition["rule"]): boolean =>
  ("field" in rule || "attribute" in rule) && rule.op === "equals";

/** A word for the verdict, not the mark alone. */
function Verdict({ of: { matched } }: { readonly of: Pick<Why, "matched"> }) {
  return (
    <span className={`why-verdict ${matched ? "is-yes" : "is-no"}`}>
      <Icon of={matched ? Check : X} size={14} />
      <span className="sr">{matched ? "Holds: " : "Does not hold: "}</span>
    </span>
  );
}

const joints: Readonly<Record<"all" | "any" | "not", string>> = {
  all: "all of these",
  any: "any of these",
  not: "not this",
};

function Words({ condition, names }: Parameters<typeof Line>[0]) {
  const { rule, joint, parts } = condition;
  if (asksNothing(condition)) return <>everyone </>;
  if (joint === "tribe" && "tribe" in rule) return <TribeWords id={rule.tribe} names={names} />;
  if (joint !== null && joint !== "tribe" && parts.length > 0) return <Fragment>{joints[joint]} </Fragment>;
  return <>{ruleWords(rule, names.tribeName)} </>;
}

function TribeWords({ id, names }: { readonly id: string; readonly names: Names }) {
  const to = usePath();
  const tribe = names.tribe(id);
  return (
    <>
      in{" "}
      {tribe === undefined ? (
        names.tribeName(id)
      ) : (
        <Link className="link" href={to("tribes", tribe.key)}>
          {tribe.name}
        </Link>
      )}{" "}
    </>
  );
}

const shown = 5;

/** The events that a condition counted, newest first. */
function CountedEvents({ why: { events = [], count: found = 0 } }: { readonly why: Why }) {
  const more = found - Math.min(shown, events.length);
  return (
    <ol className="why-events" aria-label="Events counted">
      {events.slice(0, shown).map(({ id, name, time }) => (
        <li key={id}>
          <When at={time} />
          <span className="mono">{name}</span>
        </li>
      ))}
      {more > 0 && <li className="direction">and {count(more)} older</li>}
    </ol>
  );
}
