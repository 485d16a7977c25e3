import type { Property } from "../../core/experience-type.ts";

/** What every input of a property's value takes. Undefined is "not set": the type's default counts. */
export interface ValueInputProps {
  readonly property: Property;
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
  readonly label: string;
  readonly invalid: boolean;
  readonly describedBy: string | undefined;
}

/** The ARIA of a value's control. */
export const tieOf = ({ label, invalid, describedBy }: ValueInputProps) => ({
  "aria-label": label,
  "aria-invalid": invalid ? true : undefined,
  "aria-describedby": describedBy,
});
