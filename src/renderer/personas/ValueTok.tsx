import { type FormEvent, useState } from "react";
import type { z } from "zod";
import type { expectedExperience } from "../../core/persona.ts";
import { valueWords } from "../collections/model/value-words.ts";
import { Popover } from "../parts/Popover.tsx";
import { Tok } from "../parts/Tok.tsx";

type Value = NonNullable<z.output<typeof expectedExperience>["data"]>[string];

interface ValueTokProps {
  /** The property's key. */
  readonly name: string;
  readonly value: Value;
  readonly onChange?: (value: Value) => void;
  readonly onRemove?: () => void;
}

/** A value that is expected: a text as it is, anything else as JSON. */
export function ValueTok({ name, value, onChange, onRemove }: ValueTokProps) {
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");
  const words = valueWords(value);
  if (onChange === undefined) return <b className="tok-fixed">{words}</b>;
  const read = readValue(typed, value);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read === null) return;
    onChange(read.value);
    setOpen(false);
  };
  return (
    <Popover
      open={open}
      onOpenChange={(to) => {
        setTyped(typeof value === "string" ? value : JSON.stringify(value));
        setOpen(to);
      }}
      label={`Expected ${name}`}
      trigger={<Tok aria-label={`${name}: ${words}`}>{words}</Tok>}
    >
      <form className="value-form" onSubmit={submit}>
        <input
          className={typeof value === "string" ? "input" : "input mono"}
          aria-label={`Expected ${name}${typeof value === "string" ? "" : ", as JSON"}`}
          aria-invalid={read === null ? true : undefined}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
        <div className="btn-row">
          <button type="button" className="btn btn-sm" onClick={onRemove}>
            Do not check it
          </button>
          <span className="spacer" />
          <button type="submit" className="btn btn-sm" disabled={read === null}>
            Expect this
          </button>
        </div>
      </form>
    </Popover>
  );
}

/** What was typed, as the kind of value that it was; null where it is no JSON. */
function readValue(typed: string, before: Value): { readonly value: Value } | null {
  if (typeof before === "string") return { value: typed };
  try {
    return { value: JSON.parse(typed) as Value };
  } catch {
    return null;
  }
}
