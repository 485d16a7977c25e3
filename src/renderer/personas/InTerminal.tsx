import { useHere } from "../page/use-here.ts";
import { CodeBlock } from "../parts/CodeBlock.tsx";

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
