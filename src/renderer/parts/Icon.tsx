import type { LucideIcon } from "lucide-react";

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
