import { RadioGroup } from "radix-ui";
import { useState } from "react";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { Radio } from "../parts/Radio.tsx";
import { count } from "../text/format.ts";
import { JsonTree } from "./JsonTree.tsx";

interface JsonSectionProps {
  readonly title: string;
  readonly value: unknown;
}

/** A value as raw JSON or as a tree. */
export function JsonSection({ title, value }: JsonSectionProps) {
  const [view, setView] = useState("json");
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return (
    <section>
      <div className="sec-head">
        <h3 className="heading">{title}</h3>
        <span className="muted small num">{count(bytes)} bytes</span>
        <span className="spacer" />
        <RadioGroup.Root className="seg" aria-label={`${title} as`} value={view} onValueChange={setView}>
          <Radio value="json">JSON</Radio>
          <Radio value="tree">Tree</Radio>
        </RadioGroup.Root>
      </div>
      {view === "tree" ? (
        <JsonTree value={value} label={`${title} tree`} />
      ) : (
        <CodeBlock
          code={JSON.stringify(value, null, 2)}
          label={`${title} JSON`}
          copyLabel={`Copy the ${title.toLowerCase()} JSON`}
        />
      )}
    </section>
  );
}
