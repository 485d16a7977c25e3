import "./why.css";
import type { ExplainedExperience } from "../../core/explanation.ts";
import { valueWords } from "../collections/model/value-words.ts";
import { decisionWords, reasonWords } from "./decision-words.ts";
import { RawJson } from "./RawJson.tsx";
import { TriedScenario } from "./TriedScenario.tsx";
import { useNames } from "./use-names.ts";

interface ReasonsProps {
  readonly item: ExplainedExperience;
  /** When it was decided, RFC 3339. */
  readonly at: string;
}

/** Why somebody gets what they get of an Experience or Section: every scenario that was tried, in order. */
export function Reasons({ item, at }: ReasonsProps) {
  const names = useNames();
  const name = names.item(item.id)?.name ?? item.key;
  const isDefault = names.item(item.id)?.scenarios.at(-1)?.id === item.tried.at(-1)?.scenario.id;
  return (
    <>
      <section aria-label="Decision">
        <p className="why-decision">
          <b>{name}</b> is {decisionWords(item)}. <span className="direction">{reasonWords(item)}</span>
        </p>
        <Served item={item} nameOf={names.itemName} />
      </section>
      <section aria-label="Scenarios tried">
        <div className="sec-head">
          <h3 className="heading">Scenarios, in order</h3>
          <span className="direction small">the first that matches decides</span>
        </div>
        <ol className="tried">
          {item.tried.map((one, index) => (
            <TriedScenario key={one.scenario.id} tried={one} number={index + 1} names={names} at={at} />
          ))}
        </ol>
        {!isDefault && <p className="direction small tried-rest">Those after it were not asked.</p>}
      </section>
      <RawJson value={item} label={`${item.key} as JSON`} />
    </>
  );
}

interface ServedProps {
  readonly item: ExplainedExperience;
  readonly nameOf: (id: string) => string;
}

function Served({ item: { data, children }, nameOf }: ServedProps) {
  const rows =
    children === undefined
      ? Object.entries(data).map(([key, value]) => [key, valueWords(value)] as const)
      : children.map(({ id }, place) => [String(place + 1), nameOf(id)] as const);
  if (rows.length === 0) return null;
  return (
    <dl className="kv">
      {rows.map(([key, value]) => (
        <div key={key}>
          <dt>{key}</dt>
          <dd className="truncate" title={value}>
            {value}
          </dd>
        </div>
      ))}
    </dl>
  );
}
