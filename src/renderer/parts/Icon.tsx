import type { LucideIcon } from "lucide-react";
import type { ComponentProps } from "react";

interface IconProps {
  readonly of: LucideIcon;
  readonly size?: 12 | 14 | 16;
  readonly className?: string;
  /** A dashed outline: somebody who is not known. */
  readonly dashed?: boolean;
}

/** A lucide icon in the house's weight: a stroke of about 1.5 px at every size. Always beside a word or a label. */
export function Icon({ of: Shape, size = 16, className = "", dashed = false }: IconProps) {
  return (
    <Shape
      size={size}
      strokeWidth={1.5}
      absoluteStrokeWidth
      className={`icon ${className}`}
      aria-hidden="true"
      {...(dashed && { strokeDasharray: "3.4 3.2" })}
    />
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
