import { ArrowRight } from "lucide-react";
import type { Collection } from "../../../core/collection.ts";
import type { Difference } from "../../../core/publication.ts";
import { Icon } from "../../parts/Icon.tsx";
import { counted } from "../../text/format.ts";
import { itemOf, partsOf } from "../model/collection-address.ts";
import { useNames } from "../use-collections.ts";
import { type DiffLine, diffLines, grouped } from "./diff-words.ts";

interface DiffListProps {
  readonly diff: readonly Difference[];
  readonly collection: Collection;
}

/** What changes, in words, the lines of each part together. */
export function DiffList({ diff, collection }: DiffListProps) {
  const nameOf = useNames(collection);
  const groups = grouped(diffLines(diff, nameOf));
  const names = new Map(partsOf(collection).map((part) => [itemOf(part).key, itemOf(part).name]));
  const titles = [...groups.keys()].map((part) => names.get(part) ?? part);
  return (
    <section aria-label="Changes">
      <div className="sec-head">
        <h3 className="heading">{counted(diff.length, "change")}</h3>
        <span className="muted small truncate">in {inWordsOf(titles)}</span>
      </div>
      <ul className="diff publish-diff">
        {[...groups.values()].flat().map((line) => (
          <Line key={`${line.where} ${line.before}`} line={line} />
        ))}
      </ul>
    </section>
  );
}

const shown = 4;

const inWordsOf = (names: readonly string[]): string => {
  if (names.length > shown) return `${names.slice(0, shown).join(", ")} and ${names.length - shown} more`;
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
};

function Line({ line }: { readonly line: DiffLine }) {
  return (
    <li>
      <span className="mono truncate" title={line.where}>
        {line.where}
      </span>
      <span className="truncate" title={line.before}>
        {line.added ? <span className="muted">{line.before}</span> : <del className="del">{line.before}</del>}
      </span>
      <Icon of={ArrowRight} size={14} className="muted" />
      <span className="truncate" title={line.after}>
        {line.removed ? <span className="muted">{line.after}</span> : <ins className="ins">{line.after}</ins>}
      </span>
    </li>
  );
}
