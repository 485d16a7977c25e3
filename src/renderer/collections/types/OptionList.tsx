import { useSortable } from "@dnd-kit/sortable";
import { Plus, X } from "lucide-react";
import { type ClipboardEvent, type KeyboardEvent, useRef, useState } from "react";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { Button, IconButton } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { Grip, Sortable, sortableStyle, useOrderKeys } from "../../parts/Sortable.tsx";
import { thenFocus } from "../../parts/then-focus.ts";
import { newKey } from "../../stores/new-key.ts";
import { moved } from "../../values/ListInput.tsx";

interface OptionListProps {
  /** The key of the select that has them. */
  readonly name: string;
  readonly options: readonly string[];
  readonly error: string | null;
  readonly onChange: (options: readonly string[]) => void;
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
      () => list.current?.querySelectorAll("input")[Math.max(0, place + texts.length - 1)],
    );
  const move = (from: number, to: number) => setRows(moved(rows, from, to));
  const texts = rows.map(({ text }) => text.trim());
  const isAgain = (place: number) => texts[place] !== "" && texts.indexOf(texts[place] ?? "") < place;
  const again = texts.find((_, place) => isAgain(place));
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
              onText={(text) => setRows(rows.with(place, { ...row, text }))}
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
}
const asRow = (text: string): Row => ({ id: newKey(), text });

/** What is typed, with what is no option yet: an empty row, one that is there twice. Made anew where the options are changed elsewhere. */
function useRows(options: readonly string[], onChange: OptionListProps["onChange"]) {
  const [rows, setRows] = useState(() => options.map(asRow));
  /** What the rows were made of, or have told last. A file's options may differ from what rows tell of them: "a " is "a" there. */
  const [known, setKnown] = useState(options);
  if (!jsonEqual(known, options)) {
    setKnown(options);
    setRows(options.map(asRow));
  }
  const change = (to: readonly Row[]) => {
    const made = optionsOf(to);
    setRows([...to]);
    setKnown(made);
    onChange(made);
  };
  return [rows, change] as const;
}

/** Each once; an empty row is none. */
const optionsOf = (rows: readonly Row[]): string[] => readOptions(rows.map(({ text }) => text).join("\n"));

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
  const sortable = useSortable({ id: row.id });
  const type = (event: KeyboardEvent) => {
    // What is being composed (Japanese, say) takes its own Enter.
    if (event.nativeEvent.isComposing) return;
    if (event.key === "Enter") onNext();
    else if (event.key === "Backspace" && row.text === "") onRemove();
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
    <li
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      className={`option ${sortable.isDragging ? "is-dragging" : ""}`}
      onKeyDown={onKeyDown}
    >
      <Grip sortable={sortable} name={row.text || "a new option"} />
      <input
        className="input"
        aria-label={label}
        aria-invalid={invalid ? true : undefined}
        value={row.text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={type}
        onPaste={paste}
      />
      <IconButton icon={X} label={`Remove ${row.text || "the empty option"}`} onClick={onRemove} />
    </li>
  );
}
