import { Check, X } from "lucide-react";
import { useHere } from "../page/use-here.ts";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { Icon } from "../parts/Icon.tsx";
import { counted } from "../text/format.ts";
import type { OnePersonaRun } from "./use-persona-runs.ts";

/** The command that runs the personas outside of the console. */
export function InTerminal() {
  const { space, environment } = useHere();
  const command = `understudy test --space ${space.key} --environment ${environment} --junit personas.xml`;
  return (
    <section className="inset in-terminal" aria-label="In CI">
      <div className="sec-head">
        <h2 className="heading">In CI</h2>
        <span className="direction small">exit code 1 where one of them gets something else</span>
      </div>
      <CodeBlock code={command} label="Command that runs the personas" copyLabel="Copy command" />
    </section>
  );
}

interface PersonaVerdictProps {
  readonly run: OnePersonaRun | undefined;
  readonly running: boolean;
}

/** Whether a persona got what they are expected to get: an icon and a word. */
export function PersonaVerdict({ run, running }: PersonaVerdictProps) {
  if (run === undefined) return <span className="direction">{running ? "running…" : "not run"}</span>;
  if (run.outcomes.length === 0) return <span className="direction">expects nothing</span>;
  const failed = run.outcomes.filter(({ passed }) => !passed).length;
  return (
    <span className={`verdict ${failed === 0 ? "ok" : "no"}`}>
      <Icon of={failed === 0 ? Check : X} size={14} />
      {failed === 0 ? "Passes" : counted(failed, "difference")}
    </span>
  );
}
