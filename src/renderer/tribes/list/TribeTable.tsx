import type { Tribe } from "../../../core/tribe.ts";
import { useHere } from "../../app/use-here.ts";
import { EnvironmentName } from "../../parts/EnvironmentName.tsx";
import { type ListedTribe, type ListOrder, orderWords } from "./list-order.ts";
import type { ReachState } from "./reach-counts.ts";
import { TribeRow } from "./TribeRow.tsx";

interface TribeTableProps {
  readonly lines: readonly ListedTribe[];
  readonly order: ListOrder;
  readonly reach: ReachState;
  readonly onOrder: (order: ListOrder) => void;
  readonly onShown: (id: string) => void;
  readonly onRename: (tribe: Tribe) => void;
  readonly onDuplicate: (tribe: Tribe) => void;
  readonly onDelete: (tribe: Tribe) => void;
}

/** The Tribes as a table; its heads sort it. */
export function TribeTable({ lines, order, reach, onOrder, onShown, ...acts }: TribeTableProps) {
  const { environment } = useHere();
  const head = (of: ListOrder) => ({ of, order, onOrder });
  return (
    <table className="tribe-table">
      <thead>
        <tr>
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
        {lines.map((line, index) => (
          <TribeRow
            key={line.tribe.id}
            line={line}
            place={index + 1}
            reach={reach[line.tribe.id]}
            onShown={() => onShown(line.tribe.id)}
            onRename={() => acts.onRename(line.tribe)}
            onDuplicate={() => acts.onDuplicate(line.tribe)}
            onDelete={() => acts.onDelete(line.tribe)}
          />
        ))}
      </tbody>
    </table>
  );
}

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
