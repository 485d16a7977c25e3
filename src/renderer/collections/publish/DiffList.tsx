import { ArrowRight } from "lucide-react";
import type { Collection } from "../../../core/collection.ts";
import type { CollectionContent, Difference } from "../../../core/publication.ts";
import { Icon } from "../../parts/Icon.tsx";
import { counted } from "../../text/format.ts";
import { useNameOf } from "../collections-state.ts";
import { type DiffLine, diffLines, grouped } from "./diff-words.ts";

interface DiffListProps {
  readonly diff: readonly Difference[];
  readonly collection: Collection;
  /** What would be served; null while it is not known. */
  readonly after: CollectionContent | null;
}

/** What changes, in words, the lines of each part together. */
export function DiffList({ diff, collection, after }: DiffListProps) {
  const nameOf = useNameOf(collection);
  const groups = grouped(diffLines(diff, nameOf, after));
  const titles = [...groups.values()].map(([line]) => line?.title ?? "");
  return (
    <section aria-label="Changes">
      <div className="sec-head">
        <h3 className="heading">{counted(diff.length, "change")}</h3>
        <span className="muted small truncate">in {inWordsOf(titles)}</span>
      </div>
      <ul className="diff publish-diff">
        {[...groups.values()].flat().map((line) => (
          <Line key={`${line.where} ${line.before} ${line.after}`} line={line} />
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
  const after = line.removed ? (
    <span className="muted">{line.after}</span>
  ) : (
    <ins className="ins">{line.after}</ins>
  );
  if (line.detail)
    return (
      <li className="is-detail">
        <span>{line.where}</span>
        <span>{after}</span>
      </li>
    );
  return (
    <li>
      <span>{line.where}</span>
      <span>
        {line.added ? <span className="muted">{line.before}</span> : <del className="del">{line.before}</del>}
      </span>
      <Icon of={ArrowRight} size={14} className="muted" />
      <span>{after}</span>
    </li>
  );
}
