import { Plus } from "lucide-react";
import { useState } from "react";
import type { z } from "zod";
import type { ExpectedExperience, expectedExperience } from "../../core/persona.ts";
import { valueWords } from "../model/value-words.ts";
import { Button } from "../parts/Button.tsx";
import { type Drafted, EditTok } from "../parts/EditTok.tsx";
import { LineInput } from "../parts/LineInput.tsx";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { Popover } from "../parts/Popover.tsx";
import { Sortable, SortableItem, useOrderKeys } from "../parts/Sortable.tsx";
import { Tok, TokMenu, type TokOption } from "../parts/Tok.tsx";
import { uniqueKeys } from "../parts/unique-keys.ts";
import { useNames } from "../rules/use-names.ts";
import { moved } from "../values/ListInput.tsx";
import { readJson } from "../values/ValueInput.tsx";
import { ExpectationRow, type LineRun } from "./ExpectationRow.tsx";
import { partsToAdd, withoutPart, withPartNow } from "./expectations.ts";

interface ExpectedItemProps extends LineRun {
  readonly expectation: ExpectedExperience;
  /** What runs call what the draft has no more, by id. */
  readonly inRuns: ReadonlyMap<string, string>;
  /** Null takes it out. */
  readonly onChange?: (to: ExpectedExperience | null) => void;
}

const unchecked = { value: "any", label: "not checked" } as const;

/** "Banner is on, by scenario Gold members, with headline “Hi, Gold”." */
export function ExpectedItem({ expectation, inRuns, explanation, onChange, ...run }: ExpectedItemProps) {
  const names = useNames();
  const nameOf = (one: string) => names.item(one)?.name ?? inRuns.get(one) ?? names.itemName(one);
  const id = expectation.experience;
  const item = explanation?.experiences.find((one) => one.id === id);
  const name = nameOf(id);
  const parts = { expectation, nameOf, ...(onChange && { onChange }) };
  return (
    <ExpectationRow
      id={id}
      name={name}
      explained={item !== undefined}
      {...run}
      {...(onChange && { onRemove: () => onChange(null) })}
    >
      <b className="tok-fixed">{name}</b> <Enabled {...parts} />
      <Scenario
        {...parts}
        known={names.item(id)?.scenarios ?? []}
        unlisted={names.unlistedScenario}
        inRuns={inRuns}
      />
      <Data {...parts} />
      <ExpectedChildren {...parts} />
      {onChange && item && (
        <AddPart
          name={name}
          parts={partsToAdd(expectation, item)}
          onAdd={(part) => onChange(withPartNow(expectation, item, part))}
        />
      )}
    </ExpectationRow>
  );
}

export interface PartProps {
  readonly expectation: ExpectedExperience;
  /** What an Experience is called, by its id. */
  readonly nameOf: (id: string) => string;
  readonly onChange?: (to: ExpectedExperience) => void;
}

function Enabled({ expectation, onChange }: PartProps) {
  const { enabled } = expectation;
  if (enabled === undefined) return <>is served</>;
  return (
    <>
      is{" "}
      <TokMenu
        label="On or off"
        value={enabled ? "on" : "off"}
        options={[{ value: "on", label: "on" }, { value: "off", label: "off" }, unchecked]}
        disabled={onChange === undefined}
        onChange={(to) =>
          onChange?.(
            to === "any" ? withoutPart(expectation, "enabled") : { ...expectation, enabled: to === "on" },
          )
        }
      />
    </>
  );
}

function Scenario({
  expectation,
  known,
  unlisted,
  inRuns,
  onChange,
}: PartProps &
  Pick<ExpectedItemProps, "inRuns"> & {
    readonly known: readonly { readonly id: string; readonly name: string }[];
    /** What one is called that is not among them. */
    readonly unlisted: (id: string) => string;
  }) {
  const { scenario } = expectation;
  if (scenario === undefined) return null;
  const current = known.some(({ id }) => id === scenario)
    ? []
    : [{ id: scenario, name: inRuns.get(scenario) ?? unlisted(scenario) }];
  const options: TokOption<string>[] = [...known, ...current].map(({ id, name }) => ({
    value: id,
    label: name,
  }));
  return (
    <>
      , by scenario{" "}
      <TokMenu
        label="Scenario"
        value={scenario}
        options={[...options, unchecked]}
        disabled={onChange === undefined}
        onChange={(to) =>
          onChange?.(to === "any" ? withoutPart(expectation, "scenario") : { ...expectation, scenario: to })
        }
      />
    </>
  );
}

function Data({ expectation, onChange }: PartProps) {
  const { data = {} } = expectation;
  return Object.entries(data).map(([key, value], place) => (
    <span key={key}>
      {place === 0 ? ", with " : " and "}
      {key}{" "}
      <ValueTok
        name={key}
        value={value}
        {...(onChange && {
          onChange: (to) => onChange({ ...expectation, data: { ...data, [key]: to } }),
          onRemove: () => onChange(withoutPart(expectation, { data: key })),
        })}
      />
    </span>
  ));
}

interface AddPartProps {
  /** Of what one more thing is expected. */
  readonly name: string;
  readonly parts: readonly { readonly value: string; readonly label: string }[];
  readonly onAdd: (part: string) => void;
}

/** Expects one more thing of an Experience: as it is now. */
function AddPart({ name, parts, onAdd }: AddPartProps) {
  if (parts.length === 0) return null;
  return (
    <MoreMenu
      label={`Expect more of ${name}`}
      items={parts.map(({ value, label }) => ({ label, run: () => onAdd(value) }))}
      trigger={
        <Tok look="add" icon={Plus} aria-label={`Expect more of ${name}`}>
          and…
        </Tok>
      }
    />
  );
}

type Value = NonNullable<z.output<typeof expectedExperience>["data"]>[string];

interface ValueTokProps {
  /** The property's key. */
  readonly name: string;
  readonly value: Value;
  readonly onChange?: (value: Value) => void;
  readonly onRemove?: () => void;
}

/** A value that is expected: a text as it is, anything else as JSON. */
function ValueTok({ name, value, onChange, onRemove }: ValueTokProps) {
  const words = valueWords(value);
  if (onChange === undefined) return <b className="tok-fixed">{words}</b>;
  return (
    <EditTok
      label={`Expected ${name}`}
      trigger={<Tok aria-label={`${name}: ${words}`}>{words}</Tok>}
      start={() => (typeof value === "string" ? value : JSON.stringify(value))}
      read={(typed) => readValue(typed, value)}
      onCommit={onChange}
      act="Expect this"
      formClass="value-form"
      foot={(closing) => (
        <Button small onClick={closing(() => onRemove?.())}>
          Do not check it
        </Button>
      )}
    >
      {(typed, set, problem) => (
        <LineInput
          className={typeof value === "string" ? "input" : "input mono"}
          aria-label={`Expected ${name}${typeof value === "string" ? "" : ", as JSON"}`}
          aria-invalid={problem === null ? undefined : true}
          value={typed}
          onText={set}
        />
      )}
    </EditTok>
  );
}

/** What was typed, as the kind of value that it was. */
function readValue(typed: string, before: Value): Drafted<Value> {
  if (typeof before === "string") return { value: typed };
  const read = readJson(typed);
  if ("problem" in read) return read;
  return read.value === undefined ? { problem: "is not JSON" } : { value: read.value as Value };
}

/** ", showing Promo, Hero": what a Section is expected to hold, in this order. */
function ExpectedChildren({ expectation, nameOf, onChange }: PartProps) {
  const [open, setOpen] = useState(false);
  const [dragging, setDragging] = useState(false);
  const { children } = expectation;
  if (children === undefined) return null;
  const words = children.length === 0 ? "nothing" : children.map(nameOf).join(", ");
  if (onChange === undefined)
    return (
      <>
        , showing <b className="tok-fixed">{words}</b>
      </>
    );
  return (
    <>
      , showing{" "}
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="What is in it, in order"
        className="child-order"
        // While something is moved, Escape puts it back.
        onEscapeKeyDown={(event) => dragging && event.preventDefault()}
        trigger={<Tok aria-label={`What is in it: ${words}`}>{words}</Tok>}
      >
        {children.length === 0 && <p className="direction">Nothing: an empty Section is expected.</p>}
        <ChildOrder
          ids={children}
          nameOf={nameOf}
          onDragging={setDragging}
          onOrder={(ordered) => onChange({ ...expectation, children: [...ordered] })}
        />
        <Button look="quiet" small onClick={() => onChange(withoutPart(expectation, "children"))}>
          Do not check what is in it
        </Button>
      </Popover>
    </>
  );
}

interface ChildOrderProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onDragging: (dragging: boolean) => void;
}

/** The Experiences of a Section, put in order by mouse, with Space and the arrows, or with Alt and the arrows. */
function ChildOrder({ ids, nameOf, onOrder, onDragging }: ChildOrderProps) {
  const rows = uniqueKeys(ids);
  const move = (from: number, to: number) => {
    const ordered = moved(ids, from, to);
    if (ordered !== ids) onOrder(ordered);
  };
  const press = useOrderKeys("In the expected order", "the Experience", true);
  return (
    <Sortable
      ids={rows}
      nameOf={(row) => nameOf(ids[rows.indexOf(row)] ?? row)}
      onPut={(row, at) => move(rows.indexOf(row), rows.indexOf(at))}
      onMoving={onDragging}
    >
      <ol aria-label="Expected in it, in order">
        {ids.map((id, index) => (
          <SortableItem
            key={rows[index]}
            id={rows[index] ?? id}
            name={nameOf(id)}
            className="ordered-child"
            onKeyDown={(event) => press(event, (by) => move(index, index + by))}
          >
            <span className="mono small muted">{index + 1}</span>
            <span className="truncate">{nameOf(id)}</span>
          </SortableItem>
        ))}
      </ol>
    </Sortable>
  );
}
