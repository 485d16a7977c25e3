import { ProblemLine } from "../parts/Field.tsx";
import { unreadRef } from "../parts/unread.ts";
import { readNumber } from "../text/typed-number.ts";
import { useTyped } from "./use-typed.ts";
import { tieOf, type ValueInputProps } from "./ValueInput.tsx";

export function NumberInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  const typed = useTyped<number>({
    value: typeof value === "number" ? value : undefined,
    show: (number) => (number === undefined ? "" : String(number)),
    read: readNumber,
    onChange,
  });
  return (
    <>
      <input
        {...tieOf(props)}
        ref={unreadRef(typed.problem)}
        className="input num number-input"
        inputMode="decimal"
        value={typed.text}
        placeholder={typeof property.default === "number" ? String(property.default) : undefined}
        aria-invalid={typed.problem !== null || props.invalid ? true : undefined}
        onChange={({ target }) => typed.onText(target.value)}
      />
      <ProblemLine as="span">{typed.problem}</ProblemLine>
    </>
  );
}
