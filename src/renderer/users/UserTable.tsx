// biome-ignore-all lint/a11y/useSemanticElements: a table cannot be virtualised; these are the roles of an ARIA grid.
// biome-ignore-all lint/a11y/useFocusableInteractive: the grid has the focus and points at its row (aria-activedescendant).

import { ArrowDown, ArrowUp, UserRound } from "lucide-react";
import { Fragment, type KeyboardEvent, type ReactNode, useEffect, useState } from "react";
import { Link, useLocation } from "wouter";
import { type User, userSortKeys } from "../../core/user.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { Button } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";
import { linkedRow } from "../parts/linked-row.ts";
import { Pairs } from "../parts/Pairs.tsx";
import { rowStepKeys } from "../parts/row-step.ts";
import { useListPlace } from "../parts/use-list-place.ts";
import { useRowHeight, useVirtualRows } from "../parts/use-virtual-rows.ts";
import { When } from "../parts/When.tsx";
import { fieldsInShort } from "../people/fields/field-value.ts";
import { personKey, userAddress } from "../people/user-port.ts";
import { count, quotedIfBlank } from "../text/format.ts";
import { sortedBy, type UserFilter } from "./user-filter.ts";
import { deleteUser, type Users } from "./user-list.ts";

const headHeight = 28;
/** Rows from the end at which the next page is asked for. */
const readAhead = 30;

interface Column {
  readonly key: keyof User;
  readonly head: string;
  readonly cell: (user: User) => ReactNode;
}

/** What a row says of somebody. The server orders and narrows. */
const columns: readonly Column[] = [
  { key: "id", head: "User", cell: (user) => <Who user={user} /> },
  { key: "fields", head: "Fields", cell: ({ fields }) => <Fields fields={fields} /> },
  { key: "labels", head: "Labels", cell: ({ labels }) => <Labels labels={labels} /> },
  { key: "createdAt", head: "Created", cell: ({ createdAt }) => <When at={createdAt} /> },
  { key: "firstSeenAt", head: "First seen", cell: ({ firstSeenAt }) => <When at={firstSeenAt} /> },
  { key: "lastSeenAt", head: "Last seen", cell: ({ lastSeenAt }) => <When at={lastSeenAt} /> },
  {
    key: "sessions",
    head: "Sessions",
    cell: ({ sessions }) => <span className="num">{count(sessions)}</span>,
  },
];

interface UserTableProps {
  readonly users: Users;
  readonly filter: UserFilter;
  readonly onChange: (filter: UserFilter) => void;
}

/** The rows, drawn only where they are seen; the next page comes as one gets near the end. */
export function UserTable({ users, filter, onChange }: UserTableProps) {
  const { rows = [], hasMore, more, problem } = users;
  const waiting = users.rows === undefined;
  const rowHeight = useRowHeight("row-list");
  const { scroller, drawn, seen, height, ...view } = useVirtualRows({
    count: rows.length,
    rowHeight,
    headHeight,
  });
  const isNearEnd = hasMore && problem === null && (seen.at(-1)?.index ?? 0) > rows.length - readAhead;
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page that has come may leave the end near.
  useEffect(() => {
    if (isNearEnd) more();
  }, [isNearEnd, rows.length]);
  const { current, choose, onKeyDown } = useRows(rows, view);
  useListPlace("users", scroller, {
    keys: () => users.rows?.map(personKey),
    offsetOf: view.offsetOf,
    current: current === -1 ? null : personKey(rows[current] as User),
    choose,
    more: ({ at }) => {
      const mayCome = hasMore && at >= rows.length;
      if (mayCome && problem === null) more();
      return mayCome;
    },
  });
  const currentIsDrawn = drawn.some(({ index }) => index === current);
  return (
    <div
      className="scroll user-table ruled"
      role="grid"
      aria-label="Users"
      aria-rowcount={hasMore ? -1 : rows.length + 1}
      aria-busy={waiting}
      aria-activedescendant={currentIsDrawn ? `user-row-${current}` : undefined}
      tabIndex={0}
      ref={scroller}
      onKeyDown={onKeyDown}
    >
      <div className="thead user-cols" role="row">
        {columns.map((column) => (
          <Head key={column.key} column={column} filter={filter} onChange={onChange} />
        ))}
      </div>
      {waiting && <Waiting />}
      <div role="rowgroup" className="user-rows" style={{ height }}>
        {drawn.map(({ index, start }) => {
          const user = rows[index];
          if (user === undefined) return null;
          return (
            <div
              key={personKey(user)}
              id={`user-row-${index}`}
              data-row={personKey(user)}
              className="trow user-cols"
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === current}
              style={{ transform: `translateY(${start - headHeight}px)` }}
              {...linkedRow}
            >
              {columns.map(({ key, cell }) => (
                <div role="gridcell" key={key} className={`col-${key}`}>
                  {cell(user)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
      {problem !== null && (
        <p className="inset user-problem" role="alert">
          {problem}{" "}
          <Button small data-reads-on onClick={more}>
            Read on
          </Button>
        </p>
      )}
    </div>
  );
}

type View = Pick<ReturnType<typeof useVirtualRows>, "pageRows" | "bringIntoView">;

/** The current row: walked by keys, opened by Enter, deleted by Delete. */
function useRows(users: readonly User[], { pageRows, bringIntoView }: View) {
  const console = useConsole();
  const { canEdit } = useHere();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  // The list is read anew by itself: whoever is chosen may stand elsewhere then, or be gone.
  const [chosen, setChosen] = useState<{ readonly key: string; readonly row: number } | null>(null);
  const current = users.findIndex((one) => personKey(one) === chosen?.key);
  if (chosen !== null && current !== -1 && current !== chosen.row) setChosen({ ...chosen, row: current });
  const user = users[current];
  const choose = (row: number) => {
    const one = users[row];
    if (one !== undefined) setChosen({ key: personKey(one), row });
  };
  const go = (row: number) => {
    choose(row);
    bringIntoView(row);
  };
  const remove = () => {
    if (user === undefined) return;
    choose(current + 1 < users.length ? current + 1 : current - 1);
    deleteUser(console, place, user);
  };
  const press = useLocalKeys("In the list of users", [
    ...rowStepKeys(() => ({ current: chosen?.row ?? -1, total: users.length, pageRows: pageRows() }), go),
    {
      title: "Open the user",
      keys: ["Enter"],
      run: () => user !== undefined && navigate(userAddress(to, user)),
    },
    ...(canEdit ? [{ title: "Delete the user", keys: ["Delete"], run: remove }] : []),
  ]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target === event.currentTarget) press(event);
  };
  return { current, choose, onKeyDown };
}

interface HeadProps extends Pick<UserTableProps, "filter" | "onChange"> {
  readonly column: Column;
}

/** The head of a column; where that can order the list, a button. */
function Head({ column: { key, head }, filter, onChange }: HeadProps) {
  const sort = userSortKeys.find((one) => one === key);
  const isSorted = sort === (filter.sort ?? "id");
  const isUp = filter.order !== "desc";
  return (
    <div
      role="columnheader"
      className={`col-${key}`}
      aria-sort={isSorted ? (isUp ? "ascending" : "descending") : undefined}
    >
      {sort === undefined ? (
        head
      ) : (
        <button type="button" className="sort" onClick={() => onChange(sortedBy(filter, sort))}>
          {head}
          {isSorted && <Icon of={isUp ? ArrowUp : ArrowDown} size={12} />}
        </button>
      )}
    </div>
  );
}

/** Somebody's id, as the address of their page: it can be copied, and opened beside. The grid has the keys, so Tab passes it by. */
function Who({ user }: { readonly user: User }) {
  const to = usePath();
  return (
    <span className="who">
      <Icon of={UserRound} size={14} className="muted" dashed={user.kind === "visitor"} />
      <Link className="truncate user-link" href={userAddress(to, user)} title={user.id} tabIndex={-1}>
        {quotedIfBlank(user.id)}
      </Link>
      {user.kind === "visitor" && <span className="sr">, visitor</span>}
    </span>
  );
}

function Fields({ fields }: Pick<User, "fields">) {
  const shown = fieldsInShort(fields);
  const more = Object.keys(fields).length - shown.length;
  return (
    <span className="truncate pairs">
      <Pairs of={shown.map(({ key, text }) => ({ key, value: text }))} />
      {more > 0 && (
        <span className="direction">
          {shown.length > 0 && <span className="sr">, </span>}+{more}
        </span>
      )}
    </span>
  );
}

/** Of more there is no room for words that say anything. */
const mostLabels = 2;

function Labels({ labels }: Pick<User, "labels">) {
  const more = labels.length - mostLabels;
  return (
    <span className="user-labels" title={labels.join(", ")}>
      {labels.slice(0, mostLabels).map((label, place) => (
        <Fragment key={label}>
          {place > 0 && <span className="sr">, </span>}
          <span className="badge">{label}</span>
        </Fragment>
      ))}
      {more > 0 && (
        <span className="direction">
          <span className="sr">, </span>+{more}
        </span>
      )}
    </span>
  );
}

const widths = [46, 62, 38, 54, 44, 58];

const Waiting = () => (
  <div className="user-waiting" aria-hidden="true">
    {widths.map((width) => (
      <div className="inset skeleton-row" key={width}>
        <span className="skeleton" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
