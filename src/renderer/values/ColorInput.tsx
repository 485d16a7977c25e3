import type { CSSProperties } from "react";
import type { Property } from "../../core/experience-type.ts";
import { isColor } from "../model/value-words.ts";
import { ProblemLine } from "../parts/Field.tsx";
import { readNumber, seenOf } from "../text/typed-number.ts";
import { type Read, useTyped } from "./use-typed.ts";
import { tieOf, type ValueInputProps } from "./ValueInput.tsx";

/** `#c81e4a`, also without its mark; empty is not set. */
export function readHex(text: string): Read<string> {
  const digits = seenOf(text).replace(/^#/, "").toLowerCase();
  if (digits === "") return { value: undefined };
  if (/^[0-9a-f]{6}$/.test(digits)) return { value: `#${digits}` };
  return { problem: "must be a colour such as #c81e4a" };
}

/** Reads percent, with or without its sign, as 0 to 1. */
export function readPercent(text: string): Read<number> {
  const read = readNumber(text.replace("%", ""));
  if ("problem" in read) return read;
  const { value = Number.NaN } = read;
  return value >= 0 && value <= 100 ? { value: Math.round(value) / 100 } : { problem: "must be 0 to 100" };
}

const percentText = (opacity: number | undefined): string => String(Math.round((opacity ?? 1) * 100));

/** What is typed of a colour: its digits, or how opaque it is. */
export function typedOfColor({ default: unset }: Property, value: unknown, part: string): unknown {
  if (part !== opacityPart) return isColor(value) ? value.value : undefined;
  return [value, unset].find(isColor)?.opacity;
}
const opacityPart = "the opacity of";

/** A colour: the system's picker, its hex digits, and how opaque it is. */
export function ColorInput(props: ValueInputProps) {
  const { property, value, onChange, label } = props;
  const color = isColor(value) ? value : undefined;
  const shown = color ?? (isColor(property.default) ? property.default : undefined);
  const opacity = shown?.opacity ?? 1;
  const hex = useTyped<string>({
    value: color?.value,
    show: (text) => text ?? "",
    read: readHex,
    onChange: (text) => onChange(text === undefined ? undefined : { value: text, opacity }),
  });
  const percent = useTyped<number>({
    value: shown?.opacity,
    show: percentText,
    read: readPercent,
    part: opacityPart,
    onChange: (number) => onChange({ value: shown?.value ?? "#000000", opacity: number ?? 1 }),
  });
  const problem = hex.problem ?? percent.problem;
  return (
    <>
      <span className="input">
        <span
          className="swatch-well"
          style={{ "--color": shown?.value ?? "transparent", "--opacity": opacity } as CSSProperties}
        >
          <input
            type="color"
            aria-label={`Pick ${label}`}
            value={shown?.value ?? "#000000"}
            onChange={({ target }) => onChange({ value: target.value, opacity })}
          />
        </span>
        <input
          {...tieOf(props)}
          aria-invalid={hex.problem !== null || props.invalid ? true : undefined}
          className="bare-input mono grow"
          value={hex.text}
          placeholder={shown?.value ?? "#rrggbb"}
          spellCheck={false}
          onChange={({ target }) => hex.onText(target.value)}
        />
        {shown !== undefined && (
          <>
            <input
              className="bare-input num opacity-input"
              aria-label={`Opacity of ${label}, in percent`}
              aria-invalid={percent.problem === null ? undefined : true}
              inputMode="numeric"
              value={percent.text}
              onChange={({ target }) => percent.onText(target.value)}
            />
            <span className="input-unit">%</span>
          </>
        )}
      </span>
      <ProblemLine as="span">{problem}</ProblemLine>
    </>
  );
}
