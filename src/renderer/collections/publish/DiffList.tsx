import { ArrowRight } from "lucide-react";
import type { Collection } from "../../../core/collection.ts";
import type { CollectionContent, Difference } from "../../../core/publication.ts";
import { rowServe } from "../../model/row-words.ts";
import { Icon } from "../../parts/Icon.tsx";
import { uniqueKeys } from "../../parts/unique-keys.ts";
import { cutTogether } from "../../text/cut-together.ts";
import { consoleLocale, counted } from "../../text/format.ts";
import { useNameOf } from "../collections-state.ts";
import { type Change, type DiffLine, diffLines, grouped, namesIn } from "./diff-words.ts";

interface DiffListProps {
  readonly diff: readonly Difference[];
  readonly collection: Collection;
  /** What would be served; null while it is not known. */
  readonly after: CollectionContent | null;
}

/** What changes, in words: scenario by scenario, each with its number in the margin. */
export function DiffList({ diff, collection, after }: DiffListProps) {
  const nameOf = useNameOf(collection);
  const lines = diffLines(diff, nameOf, after);
  const changes = grouped(lines);
  const changeKeys = uniqueKeys(changes.map(({ number, head }) => `${number} ${head}`));
  const titles = [...new Map(lines.map(({ part, title }) => [part, title])).values()];
  return (
    <section aria-label="Changes">
      <div className="sec-head">
        <h3 className="heading">{counted(diff.length, "change")}</h3>
        <span className="muted small truncate" title={titles.join(", ")}>
          in {inWordsOf(titles)}
        </span>
      </div>
      <ol className="changes">
        {changes.map((change, place) => (
          <ChangeItem key={changeKeys[place]} change={change} />
        ))}
      </ol>
    </section>
  );
}

const shown = 4;

const together = new Intl.ListFormat(consoleLocale);

const inWordsOf = (names: readonly string[]): string =>
  together.format(names.length > shown ? [...names.slice(0, shown), `${names.length - shown} more`] : names);

/** A scenario, or a part beside its scenarios: new or gone as a whole, or member by member. */
function ChangeItem({ change: { head, number, lines } }: { readonly change: Change }) {
  const whole = lines.find(
    ({ member, detail, added, removed }) => member === "" && !detail && added !== removed,
  );
  const rows = lines.filter((line) => line !== whole);
  const keys = uniqueKeys(rows.map(({ member }) => member));
  const says = whole === undefined || number === null ? "" : whole.added ? whole.after : whole.before;
  return (
    <li className="change">
      <div className="change-head">
        <span className="gutter">{number}</span>
        <h4 title={head}>{head}</h4>
        {whole !== undefined && <span className="badge">{whole.added ? "New" : "Removed"}</span>}
        <span className="direction small truncate" title={says}>
          {says}
        </span>
      </div>
      {rows.length > 0 && (
        <ul>
          {rows.map((line, place) => (
            <Row key={keys[place]} line={line} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** Of one side, in letters. */
const longest = 160;

function Row({ line }: { readonly line: DiffLine }) {
  const [before, after] = cutTogether(line.before, line.after, longest);
  if (line.detail)
    return (
      <li className="change-row is-detail">
        <span>{line.member}</span>
        <span className="muted" title={line.after}>
          {after}
        </span>
      </li>
    );
  return (
    <li className="change-row">
      <span className="mono">{line.member}</span>
      <span title={line.before}>
        {line.added ? <span className="muted">{before}</span> : <del className="del">{before}</del>}
      </span>
      <Icon of={ArrowRight} size={14} className="muted" />
      <span title={line.after}>
        {line.removed ? <span className="muted">{after}</span> : <ins className="ins">{after}</ins>}
      </span>
    </li>
  );
}

interface NewListProps {
  readonly collection: Collection;
  readonly content: CollectionContent;
}

/** What a first version brings: nothing is struck out where nothing was. */
export function NewList({ collection, content }: NewListProps) {
  const { experiences, sections } = content;
  const nameOf = namesIn(content, useNameOf(collection));
  const parts = [...experiences, ...sections];
  const scenarios = parts.reduce((sum, part) => sum + part.scenarios.length, 0);
  const what = [
    ...(parts.length === 1 ? parts.map(({ name }) => name) : []),
    ...(parts.length > 1 && experiences.length > 0 ? [counted(experiences.length, "Experience")] : []),
    ...(parts.length > 1 && sections.length > 0 ? [counted(sections.length, "Section")] : []),
    counted(scenarios, "scenario"),
  ];
  return (
    <section aria-label="Changes">
      <div className="sec-head">
        <h3 className="heading">
          {parts.length === 0 ? "New, with nothing in it" : `New: ${what.join(", ")}`}
        </h3>
      </div>
      <ul className="changes">
        {parts.map((part) => {
          const last = part.scenarios.at(-1);
          const serves = last === undefined ? "" : rowServe(last.serve, nameOf);
          return (
            <li className="new-row" key={part.id}>
              <span className="gutter" aria-hidden="true">
                +
              </span>
              <span className="strong truncate" title={part.name}>
                {part.name}
              </span>
              <span className="muted num">{counted(part.scenarios.length, "scenario")}</span>
              <span className="muted truncate" title={serves}>
                {serves}
              </span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
