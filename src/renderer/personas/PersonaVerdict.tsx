import { Check, X } from "lucide-react";
import { Icon } from "../parts/Icon.tsx";
import { counted } from "../text/format.ts";
import type { OnePersonaRun } from "./use-persona-runs.ts";

/** Whether a persona got what they are expected to get: an icon and a word. */
export function PersonaVerdict({ run }: { readonly run: OnePersonaRun | undefined }) {
  if (run === undefined) return <span className="direction">not run</span>;
  if (run.outcomes.length === 0) return <span className="direction">expects nothing</span>;
  const failed = run.outcomes.filter(({ passed }) => !passed).length;
  return (
    <span className={`verdict ${failed === 0 ? "ok" : "no"}`}>
      <Icon of={failed === 0 ? Check : X} size={14} />
      {failed === 0 ? "Passes" : `${counted(failed, "difference")}`}
    </span>
  );
}
