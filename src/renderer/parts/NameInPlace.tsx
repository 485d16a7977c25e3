import { type InputHTMLAttributes, useState } from "react";
import { isBlank } from "../../core/characters.ts";
import { longestName, tooLong } from "../text/too-long.ts";
import { LimitedInput } from "./LimitedInput.tsx";
import { useTakenAway } from "./use-taken-away.ts";

interface NameInPlaceProps
  extends Omit<InputHTMLAttributes<HTMLInputElement>, "name" | "value" | "onChange"> {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onDone: () => void;
}

/** A name where it stands, being typed anew: Enter keeps it unless it is too long, Escape leaves the old one. */
export function NameInPlace({ name: before, onRename, onDone, onKeyDown, ...input }: NameInPlaceProps) {
  const [name, setName] = useState(before);
  const wanted = name.trim();
  const isTooLong = tooLong(wanted, longestName) !== null;
  const rename = () => {
    if (!isBlank(wanted) && wanted !== before && !isTooLong) onRename(wanted);
  };
  const leave = useTakenAway(rename, onDone);
  const keep = () => {
    if (isTooLong) return;
    leave();
    rename();
  };
  return (
    <LimitedInput
      {...input}
      aria-label={`Name of ${before}`}
      value={name}
      most={longestName}
      autoFocus
      onFocus={({ target }) => target.select()}
      onText={setName}
      onBlur={keep}
      onKeyDown={(event) => {
        onKeyDown?.(event);
        if (event.key === "Enter") keep();
        if (event.key === "Escape") leave();
      }}
    />
  );
}
