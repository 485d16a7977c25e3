import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "./Icon.tsx";

export interface TokProps extends Omit<ComponentProps<"button">, "type"> {
  /** `mono` for a key or a value, `noun` for a Tribe or another object, `add` for a blank that adds one. */
  readonly look?: "word" | "mono" | "noun" | "add";
  readonly icon?: LucideIcon;
}

/** A word of a sentence that can be changed: underlined like a blank in a form. Opens a popover or a menu at itself. */
export function Tok({ look = "word", icon, className = "", children, ...rest }: TokProps) {
  return (
    <button type="button" className={`tok ${look === "word" ? "" : looks[look]} ${className}`} {...rest}>
      {icon !== undefined && <Icon of={icon} size={14} />}
      {children}
    </button>
  );
}

const looks = { mono: "mono", noun: "tok-noun", add: "tok-add" } as const;
