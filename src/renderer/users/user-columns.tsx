import { createColumnHelper, tableFeatures } from "@tanstack/react-table";
import { UserRound } from "lucide-react";
import type { User } from "../../core/user.ts";
import { Icon } from "../parts/Icon.tsx";
import { count, moment } from "../text/format.ts";
import { fieldsInShort } from "./fields/field-value.ts";
import { UserLink } from "./UserLink.tsx";

/** The server orders and narrows; the table only lays out its columns. */
export const userFeatures = tableFeatures({});
export type UserFeatures = typeof userFeatures;

const column = createColumnHelper<UserFeatures, User>();

const when = (iso: string | null) =>
  iso === null ? (
    <span className="direction">never</span>
  ) : (
    <time className="num" dateTime={iso} title={iso}>
      {moment(iso)}
    </time>
  );

/** What a row says of somebody. */
export const userColumns = column.columns([
  column.accessor("id", {
    header: "User",
    cell: ({ row: { original } }) => <Who user={original} />,
  }),
  column.accessor("fields", {
    header: "Fields",
    cell: ({ getValue }) => <Fields fields={getValue()} />,
  }),
  column.accessor("labels", {
    header: "Labels",
    cell: ({ getValue }) => (
      <span className="truncate" title={getValue().join(", ")}>
        {getValue().map((label) => (
          <span className="badge" key={label}>
            {label}
          </span>
        ))}
      </span>
    ),
  }),
  column.accessor("createdAt", { header: "Created", cell: ({ getValue }) => when(getValue()) }),
  column.accessor("firstSeenAt", {
    header: "First seen",
    cell: ({ getValue }) => when(getValue()),
  }),
  column.accessor("lastSeenAt", { header: "Last seen", cell: ({ getValue }) => when(getValue()) }),
  column.accessor("sessions", {
    header: "Sessions",
    cell: ({ getValue }) => <span className="num">{count(getValue())}</span>,
  }),
]);

function Who({ user }: { readonly user: User }) {
  return (
    <span className="who">
      <Icon of={UserRound} size={14} className="muted" dashed={user.kind === "visitor"} />
      <UserLink user={user} />
      {user.kind === "visitor" && <span className="sr">, visitor</span>}
    </span>
  );
}

function Fields({ fields }: { readonly fields: User["fields"] }) {
  const shown = fieldsInShort(fields);
  const more = Object.keys(fields).length - shown.length;
  return (
    <span className="truncate pairs">
      {shown.map(({ key, text }) => (
        <span key={key}>
          <i>{key}</i> {text}
        </span>
      ))}
      {more > 0 && <span className="direction">+{more}</span>}
    </span>
  );
}
