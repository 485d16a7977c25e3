import { longestName } from "../text/too-long.ts";
import { TextField } from "./TextField.tsx";

interface NameFieldProps {
  readonly value: string;
  readonly error: string | null;
  readonly hint: string;
  readonly onChange: (name: string) => void;
}

/** The field for a new thing's name. */
export const NameField = (field: NameFieldProps) => <TextField label="Name" most={longestName} {...field} />;
