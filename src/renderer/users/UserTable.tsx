// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).
import { useTable } from "@tanstack/react-table";
import { type KeyboardEvent, useEffect, useMemo, useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import type { User } from "../../core/user.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere, usePath } from "../app/use-here.ts";
import { useLocalKeys } from "../app/use-local-keys.ts";
import { useRowHeight } from "../parts/row-height.ts";
import { rowStepKeys } from "../parts/row-step.ts";
import { useVirtualRows } from "../parts/use-virtual-rows.ts";
import { UserHead } from "./UserHead.tsx";
import { UserRow } from "./UserRow.tsx";
import { userAddress } from "./user-address.ts";
import { userColumns, userFeatures } from "./user-columns.tsx";
import type { UserFilter } from "./user-filter.ts";
import { personKey, type UserList } from "./user-list.ts";

const headHeight = 28;
/** Rows from the end at which the next page is asked for. */
const readAhead = 30;

interface UserTableProps {
  readonly list: UserList;
  readonly filter: UserFilter;
  readonly onChange: (filter: UserFilter) => void;
}

/** The rows, drawn only where they are seen; the next page comes as one gets near the end. */
export function UserTable({ list, filter, onChange }: UserTableProps) {
  const { rows: all, next, hidden, phase, problem } = useStore(list.store);
  const users = useMemo(() => all.filter((user) => !hidden.has(personKey(user))), [all, hidden]);
  const table = useTable({ features: userFeatures, columns: userColumns, data: users, getRowId: personKey });
  const rows = table.getRowModel().rows;
  const rowHeight = useRowHeight("row-list");
  const { scroller, drawn, height, ...view } = useVirtualRows({ count: rows.length, rowHeight, headHeight });
  const lastShown = drawn.at(-1)?.index ?? 0;
  useEffect(() => {
    if (next !== null && lastShown > rows.length - readAhead) void list.more();
  }, [list, next, lastShown, rows.length]);
  const { current, onKeyDown, open } = useRows(users, list, view);
  const currentIsDrawn = drawn.some(({ index }) => index === current);
  return (
    <div
      className="scroll user-table ruled"
      role="grid"
      aria-label="Users"
      aria-rowcount={next === null ? users.length + 1 : -1}
      aria-busy={phase === "loading"}
      aria-activedescendant={currentIsDrawn ? `user-row-${current}` : undefined}
      tabIndex={0}
      ref={scroller}
      onKeyDown={onKeyDown}
    >
      <UserHead table={table} filter={filter} onChange={onChange} />
      {phase === "loading" && <Waiting />}
      <div role="rowgroup" className="user-rows" style={{ height: height }}>
        {drawn.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <UserRow
              key={row.id}
              index={index}
              top={start - headHeight}
              selected={index === current}
              onOpen={() => open(row.original)}
            >
              {row.getAllCells().map((cell) => (
                <div role="gridcell" key={cell.id} className={`col-${cell.column.id}`}>
                  <table.FlexRender cell={cell} />
                </div>
              ))}
            </UserRow>
          );
        })}
      </div>
      {problem !== null && (
        <p className="inset list-end" role="alert">
          {problem}{" "}
          <button type="button" className="btn btn-sm" onClick={() => void list.more()}>
            Read on
          </button>
        </p>
      )}
    </div>
  );
}

type View = Pick<ReturnType<typeof useVirtualRows>, "pageRows" | "bringIntoView">;

/** The current row: walked by keys, opened by Enter, deleted by Delete. */
function useRows(users: readonly User[], list: UserList, { pageRows, bringIntoView }: View) {
  const { removals } = useConsole();
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const [current, setCurrent] = useState(-1);
  const open = (user: User) => navigate(userAddress(to, user));
  const user = users[current];
  const go = (row: number) => {
    setCurrent(row);
    bringIntoView(row);
  };
  const press = useLocalKeys("In the list of users", [
    ...rowStepKeys(() => ({ current, total: users.length, pageRows: pageRows() }), go),
    { title: "Open the user", keys: ["Enter"], run: () => user !== undefined && open(user) },
    ...(canEdit
      ? [
          {
            title: "Delete the user",
            keys: ["Delete"],
            run: () => user !== undefined && list.delete(removals, user),
          },
        ]
      : []),
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === event.currentTarget) press(event);
  };
  return { current, onKeyDown, open };
}

const widths = [46, 62, 38, 54, 44, 58];

function Waiting() {
  return (
    <div className="user-waiting" aria-hidden="true">
      {widths.map((width) => (
        <div className="inset skeleton-row" key={width}>
          <span className="skeleton" style={{ width: `${width}%` }} />
        </div>
      ))}
    </div>
  );
}
