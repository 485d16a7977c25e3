import { Link } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import { CodeBlock } from "../../parts/CodeBlock.tsx";
import { useCollections, useTypes } from "../use-collections.ts";
import { codeNames } from "./code-names.ts";

/** How an app reaches all of a Collection. */
export function CollectionCode({ collection }: { readonly collection: Collection }) {
  const { space } = useHere();
  const to = usePath();
  const collections = useCollections() ?? [];
  const names = codeNames({ space, collections, types: useTypes() });
  const member = (id: string) => names.members.get(id) ?? "unnamed";
  const parts = [...collection.experiences, ...collection.sections].map(({ id }) => member(id));
  const code = [
    `import { collections, session } from "./${space.key}/index.js";`,
    "",
    `await session.start({ userId: "ana-ribeiro" });`,
    "",
    parts.length === 0
      ? `const { ${member(collection.id)} } = collections;`
      : `const { ${parts.join(", ")} } = collections.${member(collection.id)};`,
  ].join("\n");
  return (
    <div className="editor-body">
      <div className="sec-head">
        <h2 className="heading">In TypeScript and JavaScript</h2>
        <span className="muted small">
          other languages on the page{" "}
          <Link className="link" href={to("code")}>
            Code
          </Link>
        </span>
      </div>
      <CodeBlock code={code} label={`How code reaches ${collection.name}`} copyLabel="Copy the code" />
    </div>
  );
}
