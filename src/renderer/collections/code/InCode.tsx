import { Link } from "wouter";
import { environmentNames } from "../../../core/primitives.ts";
import { itemOf, type Part } from "../../model/collection-address.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { ColumnHeads } from "../../parts/ColumnHeads.tsx";
import { CopyButton } from "../../parts/CopyButton.tsx";
import { useCollections, useTypes } from "../use-collections.ts";
import { codeNames } from "./code-names.ts";
import { flagsOf, readingSnippet } from "./snippets.ts";

/** How an app reads it: through generated code, or as flags of OpenFeature. */
export function InCode({ part }: { readonly part: Part }) {
  const { space, environment } = useHere();
  const to = usePath();
  const collections = useCollections() ?? [];
  const all = useTypes();
  const ids = part.kind === "section" ? part.section.typeIds : [part.experience.typeId];
  const types = all.filter(({ id }) => ids.includes(id));
  const names = codeNames({ space, collections, types: all });
  const code = readingSnippet({ part, spaceKey: space.key, names, types });
  const published = part.collection.status[environment].version !== null;
  return (
    <div className="editor-body">
      <div className="sec-head">
        <h2 className="heading">In TypeScript and JavaScript</h2>
        <span className="muted small">
          with the code that the page{" "}
          <Link className="link" href={to("code")}>
            Code
          </Link>{" "}
          gives, or <span className="mono">understudy update</span> writes
        </span>
      </div>
      <CodeBlock code={code} label={`How code reads ${itemOf(part).name}`} copyLabel="Copy the code" />
      <div className="sec-head">
        <h2 className="heading">As flags of OpenFeature</h2>
        <span className="muted small">
          {published
            ? `as ${environmentNames[environment]} serves them`
            : `once ${part.collection.name} is published to ${environmentNames[environment]}`}
        </span>
      </div>
      <table className="list-table is-inset">
        <ColumnHeads of={["Flag", "Type", "Value"]} />
        <tbody>
          {flagsOf(part, types[0]).map(({ key, type, about }) => (
            <tr key={key}>
              <td>
                <span className="flag-cell">
                  <span className="mono truncate">{key}</span>
                  <CopyButton text={key} label={`Copy “${key}”`} />
                </span>
              </td>
              <td className="muted">{type}</td>
              <td className="muted">{about}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
