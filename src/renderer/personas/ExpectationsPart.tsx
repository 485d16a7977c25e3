import { Plus } from "lucide-react";
import type { Explanation } from "../../core/explanation.ts";
import type { ExpectedExperience, Persona } from "../../core/persona.ts";
import { environmentNames } from "../../core/primitives.ts";
import { useCommands } from "../page/use-commands.ts";
import { SuggestPopover } from "../parts/Suggest.tsx";
import { Tok } from "../parts/Tok.tsx";
import { uniqueKeys } from "../parts/unique-keys.ts";
import { TimeTok } from "../people/TimeTok.tsx";
import { useNames } from "../rules/use-names.ts";
import { ExpectedTribe } from "./ExpectationRow.tsx";
import { ExpectedItem } from "./ExpectedItem.tsx";
import { type Expected, expectedNow, withExpectation } from "./expectations.ts";
import type { OnePersonaRun, RunPlace } from "./use-persona-runs.ts";

interface ExpectationsPartProps {
  readonly persona: Persona;
  /** The last run in the place that is shown. */
  readonly run: OnePersonaRun | undefined;
  /** What the last runs call things, in all places. */
  readonly inRuns: ReadonlyMap<string, string>;
  readonly place: RunPlace;
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly onShow: (id: string) => void;
  /** Left out where nothing may be changed. */
  readonly onChange?: (edit: Partial<Persona>, mark: string) => void;
}

/** When, and what they should get then: one sentence each, with what they get instead beside it. */
export function ExpectationsPart(props: ExpectationsPartProps) {
  const { persona, run, inRuns, place, chosen, onShow, onChange } = props;
  const { expected, at } = persona;
  const explanation = run?.explanation;
  const outcomes = run?.outcomes ?? [];
  const set = onChange && ((to: Expected, mark: string) => onChange({ expected: to }, mark));
  const where = place === "draft" ? "in the draft" : `in ${environmentNames[place]}`;
  const nothing = expected.tribes.length + expected.experiences.length === 0;
  const expectNow = () => set && explanation && set(expectedNow(explanation), "now");
  const now = { id: "persona/expect", title: `Expect what they get now ${where}`, group: "Personas" };
  useCommands(set && explanation ? [{ ...now, run: expectNow }] : []);
  const row = { outcomes, chosen, onShow, explanation };
  const keys = {
    tribes: uniqueKeys(expected.tribes.map(({ tribe }) => tribe)),
    experiences: uniqueKeys(expected.experiences.map(({ experience }) => experience)),
  };
  return (
    <section className="persona-expects" aria-label="What they should get">
      <div className="sec-head inset">
        <h2 className="heading">What they should get</h2>
        {onChange === undefined ? (
          <span className="direction small">{at === null ? "now" : at}</span>
        ) : (
          <TimeTok at={at} now={explanation?.at ?? null} onChange={(to) => onChange({ at: to }, "at")} />
        )}
        <span className="spacer" />
        {set && explanation && (
          <button type="button" className={nothing ? "btn btn-primary" : "btn btn-sm"} onClick={expectNow}>
            Expect what they get now {where}
          </button>
        )}
      </div>
      {nothing && (
        <p className="inset direction">Nothing is expected yet: take what they get now, or pick one thing.</p>
      )}
      <ul className="expectations">
        {expected.tribes.map((one, index) => (
          <ExpectedTribe
            key={keys.tribes[index]}
            {...row}
            expectation={one}
            {...(set && {
              onChange: (to) =>
                set({ ...expected, tribes: replaced(expected.tribes, index, to) }, markOf(to)),
            })}
          />
        ))}
        {expected.experiences.map((one, index) => (
          <ExpectedItem
            key={keys.experiences[index]}
            {...row}
            inRuns={inRuns}
            expectation={one}
            {...(set && {
              onChange: (to: ExpectedExperience | null) =>
                set({ ...expected, experiences: replaced(expected.experiences, index, to) }, markOf(to)),
            })}
          />
        ))}
      </ul>
      {set && explanation && (
        <AddExpectation
          expected={expected}
          explanation={explanation}
          onAdd={(id) => set(withExpectation(expected, explanation, id), "add")}
        />
      )}
    </section>
  );
}

/** Each change of an expectation is a step of its own on the way back: none of them is typed letter by letter. */
const markOf = (to: object | null): string => `expectation ${JSON.stringify(to)}`;

/** A list with one of its members replaced, or taken out. */
const replaced = <T,>(all: readonly T[], index: number, to: T | null): T[] =>
  all.flatMap((one, at) => (at !== index ? [one] : to === null ? [] : [to]));

interface AddExpectationProps {
  readonly expected: Expected;
  readonly explanation: Explanation;
  readonly onAdd: (id: string) => void;
}

function AddExpectation({ expected, explanation, onAdd }: AddExpectationProps) {
  const names = useNames();
  const taken = new Set([
    ...expected.tribes.map(({ tribe }) => tribe),
    ...expected.experiences.map(({ experience }) => experience),
  ]);
  const suggestions = [
    ...explanation.tribes.map(({ id, name }) => ({ value: id, label: name, hint: "Tribe" })),
    ...explanation.experiences.map(({ id, key }) => ({
      value: id,
      label: names.item(id)?.name ?? key,
      hint: key,
    })),
  ].filter(({ value }) => !taken.has(value));
  return (
    <div className="inset">
      <SuggestPopover
        title="Add an expectation"
        command={{ title: "Add an expectation…", group: "Personas" }}
        trigger={
          <Tok look="add" icon={Plus}>
            Add an expectation
          </Tok>
        }
        label="Tribe or Experience"
        placeholder="Find a Tribe or Experience"
        suggestions={suggestions}
        {...(suggestions.length === 0 && { nothing: "Everything is expected already." })}
        onPick={onAdd}
      />
    </div>
  );
}
