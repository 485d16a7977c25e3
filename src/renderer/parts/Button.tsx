import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";
import { Icon } from "./Icon.tsx";

interface ButtonProps extends ComponentProps<"button"> {
  /** The one that leads on, one that steps back, one that takes something away. */
  readonly look?: "primary" | "quiet" | "danger";
  readonly small?: boolean;
  /** Before its words. */
  readonly icon?: LucideIcon;
}

/** A button with words. */
export function Button({ look, small = false, icon, className = "", children, ...button }: ButtonProps) {
  const looks = ["btn", look && `btn-${look}`, small && "btn-sm", className].filter(Boolean).join(" ");
  return (
    <button type="button" {...button} className={looks}>
      {icon !== undefined && <Icon of={icon} size={14} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends Omit<ComponentProps<"button">, "type" | "children"> {
  readonly icon: LucideIcon;
  /** What it does: its icon says that to those who see it. */
  readonly label: string;
  readonly size?: 12 | 14 | 16;
}

/** A small button that is an icon alone. */
export const IconButton = ({ icon, label, size = 14, className = "", ...button }: IconButtonProps) => (
  <button type="button" className={`btn btn-icon btn-sm ${className}`.trim()} aria-label={label} {...button}>
    <Icon of={icon} size={size} />
  </button>
);
