import { Switch } from "radix-ui";

interface ToggleProps {
  readonly on: boolean;
  readonly onChange: (on: boolean) => void;
  readonly label: string;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
}

/** A switch. Its state stands beside it in words. */
export function Toggle({ on, onChange, label, disabled, describedBy }: ToggleProps) {
  return (
    <Switch.Root
      className="switch"
      checked={on}
      disabled={disabled ?? false}
      aria-label={label}
      aria-describedby={describedBy}
      onCheckedChange={onChange}
    />
  );
}
