import { useState } from "react";
import { eventDays, type Window } from "../../../core/rule.ts";
import type { BlankPiece } from "../../why/sentence-piece.ts";
import { useBuilder } from "./builder-context.ts";
import { PopoverTok } from "./PopoverTok.tsx";
import {
  formOf,
  takesDate,
  takesLength,
  type Unit,
  units,
  type WindowForm,
  type WindowKind,
  windowKinds,
  windowOf,
} from "./window-form.ts";

interface WindowTokProps {
  readonly piece: BlankPiece;
  readonly value: Window;
}

/** When it must have happened. */
export function WindowTok({ piece, value }: WindowTokProps) {
  const { actions } = useBuilder();
  return (
    <PopoverTok piece={piece} label="When" look="word" words={piece.words}>
      {(close) => (
        <WindowFields
          initial={value}
          onDone={(window) => {
            actions.fill(piece, window);
            close();
          }}
        />
      )}
    </PopoverTok>
  );
}

const kindWords: Readonly<Record<WindowKind, string>> = {
  last: "in the last",
  moreThanAgo: "more than … ago",
  on: "on the day",
  before: "before",
  after: "after",
  anyTime: "at any time",
};

interface FieldsProps {
  readonly initial: Window;
  readonly onDone: (window: Window) => void;
}

function WindowFields({ initial, onDone }: FieldsProps) {
  const [form, setForm] = useState(() => formOf(initial, Date.now()));
  const read = windowOf(form);
  const change = (edit: Partial<WindowForm>) => setForm({ ...form, ...edit });
  return (
    <form
      className="tok-form"
      onSubmit={(event) => {
        event.preventDefault();
        if ("window" in read) onDone(read.window);
      }}
    >
      <select
        className="select"
        aria-label="When"
        value={form.kind}
        onChange={(event) => change({ kind: event.target.value as WindowKind })}
      >
        {windowKinds.map((kind) => (
          <option key={kind} value={kind}>
            {kindWords[kind]}
          </option>
        ))}
      </select>
      {takesLength(form.kind) && <LengthFields form={form} onChange={change} />}
      {takesDate(form.kind) && (
        <input
          className="input"
          aria-label="Date, in UTC"
          placeholder="2026-11-20"
          value={form.date}
          onChange={(event) => change({ date: event.target.value })}
        />
      )}
      <button type="submit" className="btn btn-primary" disabled={"problem" in read}>
        Set
      </button>
      {"problem" in read && <p className="field-error">It {read.problem}.</p>}
      <p className="direction small">
        {takesDate(form.kind) ? "Days begin at midnight UTC. " : ""}An event counts for {eventDays} days.
      </p>
    </form>
  );
}

interface LengthProps {
  readonly form: WindowForm;
  readonly onChange: (edit: Partial<WindowForm>) => void;
}

function LengthFields({ form, onChange }: LengthProps) {
  return (
    <>
      <input
        className="input"
        type="number"
        min={0}
        step="any"
        aria-label="How long"
        value={form.amount}
        onChange={(event) => onChange({ amount: event.target.value })}
      />
      <select
        className="select"
        aria-label="Unit"
        value={form.unit}
        onChange={(event) => onChange({ unit: event.target.value as Unit })}
      >
        {units.map((unit) => (
          <option key={unit}>{unit}</option>
        ))}
      </select>
    </>
  );
}
