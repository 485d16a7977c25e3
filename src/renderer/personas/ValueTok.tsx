import type { z } from "zod";
import type { expectedExperience } from "../../core/persona.ts";
import { valueWords } from "../model/value-words.ts";
import { type Drafted, EditTok } from "../parts/EditTok.tsx";
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
      foot={(close) => (
        <button
          type="button"
          className="btn btn-sm"
          onClick={() => {
            close();
            onRemove?.();
          }}
        >
          Do not check it
        </button>
      )}
    >
      {(typed, set, problem) => (
        <input
          className={typeof value === "string" ? "input" : "input mono"}
          aria-label={`Expected ${name}${typeof value === "string" ? "" : ", as JSON"}`}
          aria-invalid={problem === null ? undefined : true}
          value={typed}
          onChange={({ target }) => set(target.value)}
        />
      )}
    </EditTok>
  );
}

/** What was typed, as the kind of value that it was. */
function readValue(typed: string, before: Value): Drafted<Value> {
  if (typeof before === "string") return { value: typed };
  try {
    return { value: JSON.parse(typed) as Value };
  } catch {
    return { problem: "is no JSON" };
  }
}
