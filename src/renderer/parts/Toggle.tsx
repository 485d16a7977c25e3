import { Switch } from "radix-ui";

interface ToggleProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  /** What it is called; else `labelledBy`, or a label that is for its `id`. */
  readonly label?: string;
  readonly labelledBy?: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

/** A switch. Its state stands beside it in words. */
export function Toggle({ on, onChange, label, labelledBy, id, disabled, describedBy }: ToggleProps) {
  return (
    <Switch.Root
      id={id}
      className="switch"
      checked={on}
      disabled={disabled ?? false}
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      onCheckedChange={onChange}
    />
  );
}
