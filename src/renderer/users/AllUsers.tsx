import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { environmentNames } from "../../core/primitives.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, Failed } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { counted } from "../text/format.ts";
import { ImportDialog } from "./ImportDialog.tsx";
import { NewUserDialog } from "./NewUserDialog.tsx";
import { UserFilterBar } from "./UserFilterBar.tsx";
import { UserTable } from "./UserTable.tsx";
import { isNarrowed, readUserFilter, type UserFilter, writeUserFilter } from "./user-filter.ts";
import { type Users, useUsers } from "./user-list.ts";

/** Everybody whom this environment knows, narrowed by what the address says. */
export function AllUsers() {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const search = useSearch();
  const filter = readUserFilter(search);
  const users = useUsers(filter);
  const [dialog, setDialog] = useState<"new" | "import" | null>(null);
  const change = (next: UserFilter) => navigate(`${to("users")}${writeUserFilter(next)}`, { replace: true });
  useCommands(
    [
      { id: "users/new", title: "New user", group: "Users", keys: "n", run: () => setDialog("new") },
      { id: "users/import", title: "Import users…", group: "Users", run: () => setDialog("import") },
    ],
    "editor",
  );
  return (
    <div className="stage-col ruled users">
      <PageHead title="Users" about={<CountWords of={users.count} />}>
        {canEdit && (
          <>
            <button type="button" className="btn" onClick={() => setDialog("import")}>
              <Icon of={Upload} size={14} />
              Import…
            </button>
            <button type="button" className="btn btn-primary" onClick={() => setDialog("new")}>
              <Icon of={Plus} size={14} />
              New user
            </button>
          </>
        )}
      </PageHead>
      <ReadOnly />
      <UserFilterBar filter={filter} onChange={change} />
      <Listed users={users} filter={filter} onChange={change} onNew={() => setDialog("new")} />
      {dialog === "new" && <NewUserDialog onClose={() => setDialog(null)} />}
      {dialog === "import" && <ImportDialog onClose={() => setDialog(null)} />}
    </div>
  );
}

/** How many the filter leaves, in words that change in place. */
function CountWords({ of: count }: { readonly of: Users["count"] }) {
  return (
    <span className="direction" role="status">
      {count !== null && `${counted(count.users, "user")}, ${counted(count.visitors, "visitor")}`}
    </span>
  );
}

interface ListedProps {
  readonly users: Users;
  readonly filter: UserFilter;
  readonly onChange: (filter: UserFilter) => void;
  readonly onNew: () => void;
}

function Listed({ users, filter, onChange, onNew }: ListedProps) {
  const { rows, problem, more } = users;
  if (rows === undefined && problem !== null)
    return (
      <div className="inset page-empty">
        <Failed title="The users could not be loaded" reason={problem} onRetry={more} />
      </div>
    );
  if (rows?.length === 0 && !users.hasMore)
    return <Nobody filter={filter} onChange={onChange} onNew={onNew} />;
  return <UserTable users={users} filter={filter} onChange={onChange} />;
}

function Nobody({ filter, onChange, onNew }: Omit<ListedProps, "users">) {
  const { environment, canEdit } = useHere();
  const to = usePath();
  const { sort, order } = filter;
  if (isNarrowed(filter))
    return (
      <div className="inset page-empty" role="status">
        <Empty
          title="Nobody fits these filters"
          action={
            <button type="button" className="btn" onClick={() => onChange({ sort, order })}>
              Show everybody
            </button>
          }
        >
          Take one of them off, or look in another environment: each has its own users.
        </Empty>
      </div>
    );
  return (
    <div className="inset page-empty">
      <Empty
        title={`Nobody in ${environmentNames[environment]} yet`}
        action={
          <span className="btn-row">
            <Link className="btn btn-primary" href={to("overview")}>
              Connect an app
            </Link>
            {canEdit && (
              <button type="button" className="btn" onClick={onNew}>
                New user
              </button>
            )}
          </span>
        }
      >
        Whoever starts a session through an SDK, or is identified by a Segment client, appears here by
        themselves. The Overview has the snippet.
      </Empty>
    </div>
  );
}
