import { Fragment, useEffect } from "react";
import type { Tribe } from "../../../core/tribe.ts";
import { useHere } from "../../page/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { useRowHeight, useVirtualRows } from "../../parts/use-virtual-rows.ts";
import { type ListedTribe, type ListOrder, orderWords } from "./list-order.ts";
import type { ReachState } from "./reach-counts.ts";
import { TribeRow } from "./TribeRow.tsx";
import { useFocusedRow } from "./use-focused-row.ts";

const headHeight = 28;
const columns = 7;

interface TribeTableProps {
  readonly lines: readonly ListedTribe[];
  readonly order: ListOrder;
  readonly reach: ReachState;
  readonly onOrder: (order: ListOrder) => void;
  /** Told which are drawn. */
  readonly onShown: (ids: readonly string[]) => void;
  readonly onRename: (tribe: Tribe) => void;
  readonly onDuplicate: (tribe: Tribe) => void;
  readonly onDelete: (tribe: Tribe) => void;
}

/** The Tribes as a table, its rows drawn only where they are seen; its heads sort it. */
export function TribeTable({ lines, order, reach, onOrder, onShown, ...acts }: TribeTableProps) {
  const { environment } = useHere();
  const focused = useFocusedRow(lines);
  const rowHeight = useRowHeight("row-tall");
  const { scroller, drawn, ...view } = useVirtualRows({
    count: lines.length,
    rowHeight,
    headHeight,
    kept: focused.index,
  });
  const shown = drawn.flatMap(({ index }) => lines[index] ?? []);
  const ids = shown.map(({ tribe }) => tribe.id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are what is shown.
  useEffect(() => onShown(ids === "" ? [] : ids.split(" ")), [ids]);
  const head = (of: ListOrder) => ({ of, order, onOrder });
  return (
    <div className="scroll" ref={scroller}>
      <table
        className="tribe-table"
        aria-rowcount={lines.length + 1}
        onFocus={focused.onFocus}
        onKeyDown={(event) => focused.onKeyDown(event, view)}
      >
        <thead>
          <tr aria-rowindex={1}>
            <td className="gutter" />
            <SortHead {...head("name")} />
            <th scope="col">Rule</th>
            <SortHead {...head("reach")}>
              <EnvironmentName of={environment} />
            </SortHead>
            <SortHead {...head("used")} />
            <SortHead {...head("changed")} />
            <td />
          </tr>
        </thead>
        <tbody>
          {drawn.map(({ index, start }, at) => {
            const line = lines[index];
            if (line === undefined) return null;
            const before = drawn[at - 1]?.end ?? headHeight;
            return (
              <Fragment key={line.tribe.id}>
                {start > before && <Gap height={start - before} />}
                <TribeRow
                  line={line}
                  index={index}
                  reach={reach[line.tribe.id]}
                  onRename={() => acts.onRename(line.tribe)}
                  onDuplicate={() => acts.onDuplicate(line.tribe)}
                  onDelete={() => acts.onDelete(line.tribe)}
                />
              </Fragment>
            );
          })}
          <Gap height={headHeight + lines.length * rowHeight - (drawn.at(-1)?.end ?? headHeight)} />
        </tbody>
      </table>
    </div>
  );
}

/** The room of rows that are not drawn. */
const Gap = ({ height }: { readonly height: number }) =>
  height > 0 && (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: an empty row; there is nothing in it to focus.
    <tr aria-hidden="true" className="tribe-gap">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );

interface SortHeadProps {
  readonly of: ListOrder;
  readonly order: ListOrder;
  readonly onOrder: (order: ListOrder) => void;
  readonly children?: React.ReactNode;
}

function SortHead({ of, order, onOrder, children }: SortHeadProps) {
  const direction = of === "name" ? "ascending" : "descending";
  return (
    <th scope="col" aria-sort={of === order ? direction : "none"} className={`tribe-head-${of}`}>
      <button type="button" onClick={() => onOrder(of)}>
        {orderWords[of]}
        {of === order && <span aria-hidden="true">{of === "name" ? " ↑" : " ↓"}</span>}
      </button>
      {children}
    </th>
  );
}
