// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: a head is read, not walked; what sorts is a button in it.
import type { ReactTable } from "@tanstack/react-table";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type User, userSortKeys } from "../../core/user.ts";
import { Icon } from "../parts/Icon.tsx";
import type { UserFeatures } from "./user-columns.tsx";
import { sortedBy, type UserFilter } from "./user-filter.ts";

interface UserHeadProps {
  readonly table: ReactTable<UserFeatures, User>;
  readonly filter: UserFilter;
  readonly onChange: (filter: UserFilter) => void;
}

const ariaSort = { asc: "ascending", desc: "descending" } as const;

/** The heads of the columns; those that can order the list are buttons. */
export function UserHead({ table, filter, onChange }: UserHeadProps) {
  const order = filter.order ?? "asc";
  return (
    <div className="thead user-cols" role="row">
      {table.getFlatHeaders().map((header) => {
        const key = userSortKeys.find((one) => one === header.column.id);
        const isSorted = key === (filter.sort ?? "id");
        const words = <table.FlexRender header={header} />;
        return (
          <div
            role="columnheader"
            key={header.id}
            className={`col-${header.id}`}
            aria-sort={isSorted ? ariaSort[order] : undefined}
          >
            {key === undefined ? (
              words
            ) : (
              <button type="button" className="sort" onClick={() => onChange(sortedBy(filter, key))}>
                {words}
                {isSorted && <Icon of={order === "asc" ? ArrowUp : ArrowDown} size={12} />}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
