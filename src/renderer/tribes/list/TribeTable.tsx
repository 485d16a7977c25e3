import { type FocusEvent, Fragment, type KeyboardEvent, useEffect, useState } from "react";
import { flushSync } from "react-dom";
import { Link } from "wouter";
import type { Reach, Tribe } from "../../../core/tribe.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { useLocalKeys } from "../../page/use-local-keys.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { linkedRow } from "../../parts/linked-row.ts";
import { rowStepKeys } from "../../parts/row-step.ts";
import { useListPlace } from "../../parts/use-list-place.ts";
import { useRowHeight, useVirtualRows } from "../../parts/use-virtual-rows.ts";
import { When } from "../../parts/When.tsx";
import { count, counted } from "../../text/format.ts";
import { type TribeActs, TribeMenu } from "../page/TribeHead.tsx";
import { tribeStep } from "../tribe-step.ts";
import { type ListedTribe, type ListOrder, orderWords } from "./list-order.ts";
import type { ReachState } from "./reach-counts.ts";

const headHeight = 28;
const columns = 7;

interface TribeTableProps {
  readonly lines: readonly ListedTribe[];
  readonly order: ListOrder;
  /** Whether the lines are in that order already. */
  readonly isOrdered: boolean;
  readonly reach: ReachState;
  readonly onOrder: (order: ListOrder) => void;
  /** Told which are in sight. */
  readonly onShown: (ids: readonly string[]) => void;
  readonly actsOf: (tribe: Tribe) => TribeActs;
}

/** The Tribes as a table, its rows drawn only where they are seen; its heads sort it. */
export function TribeTable({ lines, order, isOrdered, reach, onOrder, onShown, actsOf }: TribeTableProps) {
  const { environment } = useHere();
  const focused = useFocusedRow(lines);
  const rowHeight = useRowHeight("row-tall");
  const { scroller, drawn, seen, ...view } = useVirtualRows({
    count: lines.length,
    rowHeight,
    headHeight,
    kept: focused.index,
  });
  useListPlace("tribes", scroller, {
    keys: () => (isOrdered ? lines.map(({ tribe }) => tribe.id) : undefined),
    offsetOf: view.offsetOf,
    choose: focused.choose,
  });
  const shown = seen.flatMap(({ index }) => lines[index] ?? []);
  const ids = shown.map(({ tribe }) => tribe.id).join(" ");
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ids are what is shown.
  useEffect(() => onShown(ids === "" ? [] : ids.split(" ")), [ids]);
  const head = (of: ListOrder) => ({ of, order, onOrder });
  return (
    <div className="scroll" ref={scroller}>
      <table
        className="tribe-table"
        aria-label="Tribes"
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
                <TribeRow line={line} index={index} reach={reach[line.tribe.id]} {...actsOf(line.tribe)} />
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

interface TribeRowProps extends TribeActs {
  readonly line: ListedTribe;
  /** From 0. */
  readonly index: number;
  /** Undefined until it is counted; null where it could not be. */
  readonly reach: Reach | null | undefined;
}

/** A Tribe as a row: who it is, how many, what hangs on it. */
function TribeRow({ line, index, reach, ...acts }: TribeRowProps) {
  const { canEdit } = useHere();
  const { tribe, text, used } = line;
  const to = usePath();
  return (
    <tr data-index={index} data-row={tribe.id} aria-rowindex={index + 2} {...linkedRow}>
      <td className="gutter">{index + 1}</td>
      <td>
        <span className="tribe-cell-name">
          <Link className="tribe-link truncate" href={to("tribes", tribeStep(tribe))} title={tribe.name}>
            {tribe.name}
          </Link>
          <span className="mono muted truncate">{tribe.key}</span>
        </span>
      </td>
      <td className="tribe-cell-text">
        <span className="truncate text-2" title={text}>
          {text}
        </span>
      </td>
      <td>
        <ReachCell reach={reach} />
      </td>
      <td className="num tribe-cell-used">
        <UsedCell used={used} />
      </td>
      <td className="muted tribe-cell-time">
        <When at={tribe.updatedAt} />
      </td>
      <td>{canEdit && <TribeMenu name={tribe.name} {...acts} />}</td>
    </tr>
  );
}

function UsedCell({ used }: Pick<ListedTribe, "used">) {
  if (used === undefined) return <span className="skeleton used-skeleton" />;
  if (used === null) return <span className="direction small">not read</span>;
  return used === 0 ? <span className="muted">0</span> : count(used);
}

function ReachCell({ reach }: { readonly reach: Reach | null | undefined }) {
  if (reach === undefined) return <span className="skeleton reach-skeleton" />;
  if (reach === null) return <span className="direction small">not counted</span>;
  const matched = reach.matched.users + reach.matched.visitors;
  const all = reach.users + reach.visitors;
  const words = `${counted(reach.matched.users, "user")} and ${counted(reach.matched.visitors, "visitor")} of ${count(all)}`;
  return (
    <span className="reach-cell" title={words}>
      <span className="num">
        <b>{count(matched)}</b> <span className="muted">of {count(all)}</span>
      </span>
      <span className="meter">
        <i style={{ width: `${all === 0 ? 0 : (100 * matched) / all}%` }} />
      </span>
    </span>
  );
}

type View = Pick<ReturnType<typeof useVirtualRows>, "pageRows" | "bringIntoView">;

/** Where a key was pressed. */
interface Pressed {
  readonly target: Element;
  readonly table: HTMLElement;
  readonly view: View;
}

/** The row that has the focus, or had it last: it stays drawn. Arrows, Page, Home and End walk from link to link. */
function useFocusedRow(lines: readonly ListedTribe[]) {
  const [id, setId] = useState<string | null>(null);
  const index = lines.findIndex(({ tribe }) => tribe.id === id);

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    const line = lines[rowOf(target)];
    if (line !== undefined) setId(line.tribe.id);
    // Browsers leave a link where it is of which some is in sight: behind the row's menu, its name began outside.
    if (target.matches(":focus-visible")) target.scrollIntoView({ block: "nearest", inline: "nearest" });
  };
  const go = (row: number, { table, view }: Pressed) => {
    const line = lines[row];
    if (line === undefined) return;
    flushSync(() => setId(line.tribe.id));
    view.bringIntoView(row);
    table.querySelector<HTMLElement>(`[data-index="${row}"] a`)?.focus({ preventScroll: true });
  };
  const place = ({ target, view }: Pressed) => ({
    current: rowOf(target),
    total: lines.length,
    pageRows: view.pageRows(),
  });
  const press = useLocalKeys("In the list of Tribes", rowStepKeys(place, go));
  const onKeyDown = (event: KeyboardEvent<HTMLElement>, view: View) => {
    const { target, currentTarget: table } = event;
    if (!(target instanceof Element) || !table.contains(target) || event.shiftKey) return;
    // A menu's button has these keys for itself.
    if (target.closest("[aria-haspopup]") === null) press(event, { target, table, view });
  };
  const choose = (row: number) => setId(lines[row]?.tribe.id ?? null);
  return { index, choose, onFocus, onKeyDown };
}

/** The row that something is in; -1 where it is in none. */
const rowOf = (element: Element): number =>
  Number(element.closest("[data-index]")?.getAttribute("data-index") ?? -1);
