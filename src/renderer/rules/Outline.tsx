import "./why.css";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { useIsWhole } from "../parts/use-virtual-rows.ts";
import { servedWords } from "./decision-words.ts";
import type { OutlineCell, OutlineGroup, OutlineRow } from "./outline.ts";
import { type Names, useNames } from "./use-names.ts";

interface OutlineProps {
  readonly groups: readonly OutlineGroup[];
  /** What each side is. */
  readonly heads: readonly ReactNode[];
  /** Whose reasons are open. */
  readonly chosen: string | null;
  readonly changed: ReadonlySet<string>;
  readonly onShow: (id: string) => void;
  /** The mark before a row: an asterisk where its sides differ. */
  readonly mark?: (row: OutlineRow) => ReactNode;
  /** What is to be said of a row under its name. */
  readonly note?: (row: OutlineRow) => string | null;
  /** Said where a side does not serve a row's Collection. */
  readonly absent?: string;
}

/** Rows that are drawn together. */
const together = 50;
/** What why.css makes of a row without a note, in CSS px. */
const rowHeight = 44;

/** Every Collection resolved: what is served of each Experience and Section, by which scenario; each row opens why. */
export function Outline({ groups, heads, ...rest }: OutlineProps) {
  const names = useNames();
  const isWhole = useIsWhole();
  /** What was drawn once stays, and so does the focus in it. */
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  let before = 0;
  return (
    <table className="decisions" data-sides={heads.length} aria-label="What they get">
      {heads.length > 1 && (
        <thead>
          <tr>
            <th scope="col">Experience</th>
            {heads.map((head, side) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place.
              <th scope="col" key={side}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
      )}
      {groups.map((group) => (
        <tbody key={group.key}>
          <tr className="served-group">
            <th scope="rowgroup" colSpan={heads.length + 1}>
              {group.name}
            </th>
          </tr>
          {stretches(group.rows).flatMap((rows, at) => {
            const place = `${group.key} ${at}`;
            const draw = () => setDrawn((now) => new Set(now).add(place));
            const isWanted = before < 2 * together || rows.some(({ id }) => id === rest.chosen);
            before += rows.length;
            if (isWanted && !drawn.has(place)) draw();
            return isWanted || isWhole || drawn.has(place)
              ? rows.map((row) => <Row key={row.id} row={row} names={names} {...rest} />)
              : [<NotDrawn key={place} rows={rows} onNear={draw} />];
          })}
        </tbody>
      ))}
    </table>
  );
}

const stretches = (rows: readonly OutlineRow[]) =>
  Array.from({ length: Math.ceil(rows.length / together) }, (_, at) =>
    rows.slice(at * together, (at + 1) * together),
  );

/** The place of rows that are drawn once it comes near, so that thousands of others cost nothing. */
function NotDrawn({ rows, onNear }: { readonly rows: readonly OutlineRow[]; readonly onNear: () => void }) {
  const latest = useRef(onNear);
  latest.current = onNear;
  const watch = useCallback((place: HTMLTableRowElement) => {
    const seen = new IntersectionObserver(
      (all) => all.some((one) => one.isIntersecting) && latest.current(),
      {
        scrollMargin: "600px",
      },
    );
    seen.observe(place);
    return () => seen.disconnect();
  }, []);
  return (
    <tr ref={watch} style={{ height: rows.length * rowHeight }}>
      <td colSpan={(rows[0]?.cells.length ?? 0) + 1}>
        <span className="sr">{rows.length} more</span>
      </td>
    </tr>
  );
}

interface RowProps extends Omit<OutlineProps, "groups" | "heads" | "label"> {
  readonly row: OutlineRow;
  readonly names: Names;
}

function Row({ row, names, chosen, changed, onShow, mark, note, absent = "not served" }: RowProps) {
  const { id, name, depth } = row;
  const noted = note?.(row) ?? null;
  return (
    <tr
      className={`served-row ${depth === 1 ? "is-child" : ""} ${changed.has(id) ? "is-new" : ""}`}
      data-chosen={id === chosen}
      onClick={() => onShow(id)}
    >
      <th scope="row">
        {/* The note below the name says it in words. */}
        <span className="served-mark" aria-hidden="true">
          {mark?.(row)}
        </span>
        <button
          type="button"
          data-why={id}
          className="served-name truncate"
          aria-expanded={id === chosen}
          title={name}
        >
          {name}
        </button>
        {noted !== null && (
          <span className="direction small truncate served-note" title={noted}>
            {noted}
          </span>
        )}
      </th>
      {row.cells.map((cell, side) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a side is its place.
        <td key={side}>
          <Cell cell={cell} names={names} absent={absent} />
        </td>
      ))}
    </tr>
  );
}

interface CellProps {
  readonly cell: OutlineCell;
  readonly names: Names;
  readonly absent: string;
}

function Cell({ cell: { item, shown }, names, absent }: CellProps) {
  if (item === null) return <span className="direction">{absent}</span>;
  const words = servedWords(item, names.itemName);
  return (
    <>
      <span className="served-state">
        <span className={`dot ${item.enabled && shown ? "ok" : ""}`} />
        <span className="sr">{item.enabled ? "On: " : ""}</span>
        <span className={`truncate ${item.enabled && shown ? "" : "muted"}`} title={words}>
          {words}
        </span>
      </span>
      <span className="direction small truncate served-by">
        {shown ? `by ${item.scenario.name}` : "its Section leaves it out"}
      </span>
    </>
  );
}
