import { useState } from "react";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { Seg } from "../parts/Radio.tsx";
import { count } from "../text/format.ts";

const views = [
  ["json", "JSON"],
  ["tree", "Tree"],
] as const;

/** A value as raw JSON or as a tree. */
export function JsonSection({ title, value }: { readonly title: string; readonly value: unknown }) {
  const [view, setView] = useState<"json" | "tree">("json");
  const bytes = new TextEncoder().encode(JSON.stringify(value)).length;
  return (
    <section>
      <div className="sec-head">
        <h3 className="heading">{title}</h3>
        <span className="muted small num">{count(bytes)} bytes</span>
        <span className="spacer" />
        <Seg aria-label={`${title} as`} value={view} options={views} onChange={setView} />
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

/** JSON that can be folded: what is in an object or a list stands below its name. */
function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <section className="json-tree mono" aria-label={label}>
      <Members value={value} />
    </section>
  );
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

function Members({ value }: { readonly value: unknown }) {
  if (!isBranch(value)) return <Leaf value={value} />;
  return (
    <ul>
      {Object.entries(value).map(([name, member]) => (
        <li key={name}>
          {isBranch(member) ? (
            <details open>
              <summary>
                <span className="json-name">{name}</span> <span className="muted">{sizeWords(member)}</span>
              </summary>
              <Members value={member} />
            </details>
          ) : (
            <>
              <span className="json-name">{name}</span> <Leaf value={member} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const Leaf = ({ value }: { readonly value: unknown }) => (
  <span className={typeof value === "string" ? "" : "json-word"}>
    {typeof value === "string" && value !== "" ? value : JSON.stringify(value)}
  </span>
);

const sizeWords = (value: object): string =>
  Array.isArray(value) ? `${value.length} in a list` : `${Object.keys(value).length} members`;
