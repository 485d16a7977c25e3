import type { InputHTMLAttributes } from "react";
import { ProblemLine } from "../parts/Field.tsx";
import { unreadRef } from "../parts/unread.ts";
import { readNumber } from "../text/typed-number.ts";
import { useTyped } from "./use-typed.ts";

interface TypedNumberProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  readonly value: number | undefined;
  /** What of the value it is, where that has several fields. */
  readonly part?: string;
  /** What is wrong with no number; left out where there may be none. */
  readonly missing?: string;
  readonly onNumber: (value: number | undefined) => void;
}

/** A number, as it is typed until it can be read. */
export function TypedNumber({ value, part, missing, onNumber, ...input }: TypedNumberProps) {
  const typed = useTyped<number>({
    value,
    ...(part !== undefined && { part }),
    show: (number) => (number === undefined ? "" : String(number)),
    read: (text) => (missing !== undefined && text.trim() === "" ? { problem: missing } : readNumber(text)),
    onChange: onNumber,
  });
  return (
    <>
      <input
        className="input num"
        inputMode="decimal"
        {...input}
        {...(typed.problem !== null && { "aria-invalid": true })}
        ref={unreadRef(typed.problem)}
        value={typed.text}
        onChange={({ target }) => typed.onText(target.value)}
      />
      <ProblemLine as="span">{typed.problem}</ProblemLine>
    </>
  );
}
