import { Search } from "lucide-react";
import { useFindCommand } from "../page/use-commands.ts";
import { longestSearch } from "../text/too-long.ts";
import { Icon } from "./Icon.tsx";
import { KeyHint } from "./KeyCaps.tsx";
import { LimitedInput } from "./LimitedInput.tsx";

interface FindInputProps {
  /** Of its command: the page. */
  readonly group: string;
  readonly label: string;
  readonly placeholder: string;
  readonly className?: string;
  readonly value: string;
  readonly onText: (text: string) => void;
}

/** What a list is searched in, which `/` leads to. */
export function FindInput({ group, label, placeholder, className = "", value, onText }: FindInputProps) {
  useFindCommand(group, label);
  return (
    <div className={`input ${className}`}>
      <Icon of={Search} size={14} />
      <LimitedInput
        className=""
        type="search"
        aria-label={label}
        placeholder={placeholder}
        most={longestSearch}
        value={value}
        onText={onText}
      />
      {value === "" && <KeyHint keys="/" />}
    </div>
  );
}
