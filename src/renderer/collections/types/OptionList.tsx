import { Plus, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { Button, IconButton } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { LineInput } from "../../parts/LineInput.tsx";
import { Sortable, SortableItem, useOrderKeys } from "../../parts/Sortable.tsx";
import { newKey } from "../../stores/new-key.ts";
import { moved, thenFocus } from "../../values/ListInput.tsx";

interface OptionListProps {
  /** The key of the select that has them. */
  readonly name: string;
  readonly options: readonly string[];
  readonly error: string | null;
  /** `renamed`: what options are called now, by what they were called before. */
  readonly onChange: (options: readonly string[], renamed: ReadonlyMap<string, string>) => void;
}

/** The options of a select in the order in which they are offered. Enter begins the next one, and pasted lines are one each. */
export function OptionList({ name, options, error, onChange }: OptionListProps) {
  const list = useRef<HTMLOListElement>(null);
  const [rows, setRows] = useRows(options, onChange);
  const ids = rows.map(({ id }) => id);
  const press = useOrderKeys("In the list of options", "the option", true);
  /** Replaces some rows by others, and goes to the last of those; where there are none, to the one before. */
  const put = (place: number, replaced: number, ...texts: string[]) =>
    thenFocus(
      () => setRows(rows.toSpliced(place, replaced, ...texts.map(asRow))),
      () => list.current?.querySelectorAll<HTMLElement>(".input")[Math.max(0, place + texts.length - 1)],
    );
  const move = (from: number, to: number) => setRows(moved(rows, from, to));
  const isAgain = (place: number) => rows[place]?.text.trim() !== "" && optionOf(rows, place) === null;
  const again = rows.find((_, place) => isAgain(place))?.text.trim();
  return (
    <div className="option-list">
      <Sortable
        ids={ids}
        nameOf={(id) => rows[ids.indexOf(id)]?.text || "a new option"}
        onPut={(id, at) => move(ids.indexOf(id), ids.indexOf(at))}
      >
        <ol ref={list} aria-label={`Options of ${name}`}>
          {rows.map((row, place) => (
            <OptionRow
              key={row.id}
              row={row}
              label={`Option ${place + 1} of ${name}`}
              invalid={isAgain(place)}
              onText={(text) => setRows(rows.with(place, { ...row, text, isTyped: true }))}
              onNext={() => put(place + 1, 0, "")}
              onLines={(lines) => put(place, 1, ...lines)}
              onRemove={() => put(place, 1)}
              onKeyDown={(event) => press(event, (by) => move(place, place + by))}
            />
          ))}
        </ol>
      </Sortable>
      <Button
        look="quiet"
        small
        icon={Plus}
        aria-label={`Add an option to ${name}`}
        onClick={() => put(rows.length, 0, "")}
      >
        Add an option
      </Button>
      <ProblemLine as="span">
        {error ?? (again === undefined ? null : `“${again}” is there twice: it is offered once.`)}
      </ProblemLine>
    </div>
  );
}

interface Row {
  readonly id: string;
  readonly text: string;
  /** The option that it was last; null for none yet. It stays while the row is no option: empty, or there twice. */
  readonly option: string | null;
  /** Whether it was typed here: what was not stays as it is, with its blanks, and twice where it is. */
  readonly isTyped: boolean;
}
const asRow = (text: string): Row => ({ id: newKey(), text, option: null, isTyped: true });
const rowOf = (option: string): Row => ({ id: newKey(), text: option, option, isTyped: false });

/** What is typed, with what is no option yet: an empty row, one that is there twice. Made anew where the options are changed elsewhere. */
function useRows(options: readonly string[], onChange: OptionListProps["onChange"]) {
  const [rows, setRows] = useState(() => options.map(rowOf));
  /** What the rows were made of, or have told last. A file's options may differ from what rows tell of them: "a " is "a" there. */
  const [known, setKnown] = useState(options);
  if (!jsonEqual(known, options)) {
    setKnown(options);
    setRows(options.map(rowOf));
  }
  const change = (to: readonly Row[]) => {
    const now = to.map((row, place) => ({ ...row, option: optionOf(to, place) ?? row.option }));
    const made = to.map((_, place) => optionOf(to, place)).filter((one) => one !== null);
    const renamed = to.flatMap(({ option: was }, place) => {
      const is = optionOf(to, place);
      return was === null || is === null || made.includes(was) ? [] : [[was, is] as const];
    });
    setRows(now);
    setKnown(made);
    onChange(made, new Map(renamed));
  };
  return [rows, change] as const;
}

/** The option that a row is; null for none: it is empty, or there already. */
function optionOf(rows: readonly Row[], place: number): string | null {
  const { text = "", isTyped = true } = rows[place] ?? {};
  if (!isTyped) return text;
  const option = text.trim();
  const isThere = rows.some((row, at) => row.text.trim() === option && (at < place || !row.isTyped));
  return option === "" || isThere ? null : option;
}

/** One option a line, each once; empty lines are none. */
export const readOptions = (text: string): string[] => [
  ...new Set(
    text
      .split("\n")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  ),
];

interface OptionRowProps {
  readonly row: Row;
  readonly label: string;
  readonly invalid: boolean;
  readonly onText: (text: string) => void;
  readonly onNext: () => void;
  readonly onLines: (lines: readonly string[]) => void;
  readonly onRemove: () => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
}

function OptionRow({ row, label, invalid, onText, onNext, onLines, onRemove, onKeyDown }: OptionRowProps) {
  const type = (event: KeyboardEvent) => {
    if (event.key === "Enter") onNext();
    // A key that is held down takes the text alone.
    else if (event.key === "Backspace" && row.text === "" && !event.repeat) onRemove();
    else return;
    event.preventDefault();
  };
  const paste = (event: ClipboardEvent<HTMLInputElement>) => {
    const lines = readOptions(event.clipboardData.getData("text"));
    if (lines.length < 2) return;
    event.preventDefault();
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isAll = selectionStart === 0 && selectionEnd === row.text.length;
    onLines(isAll ? lines : [row.text, ...lines]);
  };
  return (
    <SortableItem id={row.id} name={row.text || "a new option"} className="option" onKeyDown={onKeyDown}>
      <LineInput
        aria-label={label}
        aria-invalid={invalid ? true : undefined}
        value={row.text}
        onText={onText}
        onKeyDown={type}
        onPaste={paste}
      />
      <IconButton icon={X} label={`Remove ${row.text || "the empty option"}`} onClick={onRemove} />
    </SortableItem>
  );
}
