import "./why.css";
import { Link } from "wouter";
import type { ExplainedExperience, Explanation } from "../../core/explanation.ts";
import { valueWords } from "../model/value-words.ts";
import { usePath } from "../page/use-here.ts";
import { Conditions } from "./Conditions.tsx";
import { asksNothing, type Condition, conditionOf } from "./condition.ts";
import { decisionWords, reasonWords } from "./decision-words.ts";
import { RawJson, ReasonsPanel, Remedies } from "./ReasonsPanel.tsx";
import { type Names, useNames } from "./use-names.ts";

interface ReasonsProps {
  readonly item: ExplainedExperience;
  /** When it was decided, RFC 3339. */
  readonly at: string;
}

/** Why somebody gets what they get of an Experience or Section: every scenario that was tried, in order. */
function Reasons({ item, at }: ReasonsProps) {
  const names = useNames();
  const name = names.item(item.id)?.name ?? item.key;
  const last = names.item(item.id)?.scenarios.at(-1)?.id;
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
        {last !== undefined && last !== item.tried.at(-1)?.scenario.id && (
          <p className="direction small tried-rest">Those after it were not tried.</p>
        )}
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

interface TriedScenarioProps {
  readonly tried: ExplainedExperience["tried"][number];
  readonly number: number;
  readonly names: Names;
  readonly at: string;
}

/** A scenario that was tried: whether it matched, and why. */
function TriedScenario({ tried, number, names, at }: TriedScenarioProps) {
  const { scenario, matched, why } = tried;
  const condition = conditionOf(why);
  const all = condition.joint === "all" && !asksNothing(condition) ? condition.parts : [condition];
  return (
    <li className={matched ? "is-match" : ""}>
      <p className="tried-head">
        <span className="tried-number mono">{number}</span>
        <span className="strong">{scenario.name}</span>
        <span className="direction">{matched ? "matches" : "does not match"}</span>
      </p>
      <Conditions conditions={all} names={names} />
      <Remedies condition={condition} nameOf={names.tribeName} at={at} />
    </li>
  );
}

interface TribeReasonsProps {
  readonly tribe: Explanation["tribes"][number];
  /** When it was decided, RFC 3339. */
  readonly at: string;
}

/** Why somebody is in a Tribe, or is not, and what would change it. */
function TribeReasons({ tribe, at }: TribeReasonsProps) {
  const names = useNames();
  const to = usePath();
  const condition = conditionOf(tribe.why);
  const key = names.tribe(tribe.id)?.key;
  return (
    <>
      <section aria-label="Membership">
        <p className="why-decision">
          {tribe.matched ? "In " : "Not in "}
          {key === undefined ? (
            <b>{tribe.name}</b>
          ) : (
            <Link className="link" href={to("tribes", key)}>
              {tribe.name}
            </Link>
          )}
        </p>
        <Conditions conditions={insideOf(condition)} names={names} />
        <Remedies condition={condition} nameOf={names.tribeName} at={at} />
      </section>
      <RawJson value={tribe} label={`${tribe.name} as JSON`} />
    </>
  );
}

/** The head says which Tribe it is; what follows are its conditions. */
const insideOf = (condition: Condition): readonly Condition[] =>
  (condition.joint === "tribe" || condition.joint === "all") && condition.parts.length > 0
    ? condition.parts
    : [condition];

type Tribe = Explanation["tribes"][number];
type Item = Explanation["experiences"][number];

/** Whether an explanation says anything of a Tribe, an Experience or a Section. */
export const explains = ({ tribes, experiences }: Explanation, id: string): boolean =>
  [...tribes, ...experiences].some((one) => one.id === id);

/** Why it came out so. */
export function WhyOf({ side, id }: { readonly side: Explanation; readonly id: string }) {
  const tribe = side.tribes.find((one) => one.id === id);
  const item = side.experiences.find((one) => one.id === id);
  return (
    <>
      {tribe !== undefined && <TribeReasons tribe={tribe} at={side.at} />}
      {item !== undefined && <Reasons item={item} at={side.at} />}
    </>
  );
}

interface WhyPanelProps {
  readonly side: Explanation | null | undefined;
  /** Of what; null while nothing is asked. */
  readonly why: string | null;
  /** The explanation is of somebody else, until theirs comes. */
  readonly isOld?: boolean;
  readonly tribeTitle: (tribe: Tribe) => string;
  readonly itemTitle: (item: Item) => string;
  readonly onClose: () => void;
}

/** The panel that tells why, of one explanation; nothing where that says nothing of it. */
export function WhyPanel({ side, why, isOld = false, tribeTitle, itemTitle, onClose }: WhyPanelProps) {
  if (why === null || !side || !explains(side, why)) return null;
  const tribe = side.tribes.find((one) => one.id === why);
  const item = side.experiences.find((one) => one.id === why);
  const title = tribe ? tribeTitle(tribe) : item ? itemTitle(item) : "";
  return (
    <ReasonsPanel of={why} title={title} isOld={isOld} onClose={onClose}>
      <WhyOf side={side} id={why} />
    </ReasonsPanel>
  );
}
