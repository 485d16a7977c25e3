import "./users.css";
import { Plus, Upload } from "lucide-react";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import { environmentNames } from "../../core/primitives.ts";
import { type UserKind, userKinds } from "../../core/user.ts";
import { paramsOf, placeKey } from "../api/place.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { SelectField, TextField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Empty, Failed } from "../parts/PageState.tsx";
import { ReadOnly } from "../parts/ReadOnly.tsx";
import { useNotUnderstood } from "../parts/use-address-query.ts";
import { useForm, useTypedForm } from "../parts/use-form.ts";
import { userAddress } from "../people/user-port.ts";
import { counted, quotedIfBlank } from "../text/format.ts";
import { longestName, nameMissing } from "../text/too-long.ts";
import { ImportDialog } from "./ImportDialog.tsx";
import { UserFilterBar } from "./UserFilterBar.tsx";
import { UserPage } from "./UserPage.tsx";
import { UserTable } from "./UserTable.tsx";
import {
  isNarrowed,
  notUserFilters,
  readUserFilter,
  type UserFilter,
  writeUserFilter,
} from "./user-filter.ts";
import { type Users, useUsers } from "./user-list.ts";

/** Everybody whom this environment knows, narrowed by what the address says. */
function AllUsers() {
  const { canEdit } = useHere();
  const to = usePath();
  const [, navigate] = useLocation();
  const search = useSearch();
  const filter = readUserFilter(search);
  useNotUnderstood(notUserFilters(search));
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
    <div className="stage-col ruled">
      <PageHead title="Users" about={<CountWords of={users.count} />}>
        {canEdit && (
          <>
            <Button icon={Upload} onClick={() => setDialog("import")}>
              Import…
            </Button>
            <Button look="primary" icon={Plus} onClick={() => setDialog("new")}>
              New user
            </Button>
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
    return <Failed page title="The users could not be loaded" reason={problem} onRetry={more} />;
  if (rows?.length === 0 && !users.hasMore)
    return <Nobody isGoing={users.isGoing} filter={filter} onChange={onChange} onNew={onNew} />;
  return <UserTable users={users} filter={filter} onChange={onChange} />;
}

type NobodyProps = Omit<ListedProps, "users"> & Pick<Users, "isGoing">;

function Nobody({ isGoing, filter, onChange, onNew }: NobodyProps) {
  const { environment, canEdit } = useHere();
  const to = usePath();
  const { sort, order } = filter;
  if (isGoing && !isNarrowed(filter))
    return (
      <Empty page title={`Nobody is left in ${environmentNames[environment]}`}>
        Undo brings back whoever was deleted just now.
      </Empty>
    );
  if (isNarrowed(filter))
    return (
      <div className="inset page-empty" role="status">
        <Empty
          title="Nobody fits these filters"
          action={<Button onClick={() => onChange({ sort, order })}>Show everybody</Button>}
        >
          Remove one of them, or look in another environment: each has its own users.
        </Empty>
      </div>
    );
  return (
    <Empty
      page
      title={`Nobody in ${environmentNames[environment]} yet`}
      action={
        <span className="btn-row">
          <Link className="btn btn-primary" href={to("overview")}>
            Connect an app
          </Link>
          {canEdit && <Button onClick={onNew}>New user</Button>}
        </span>
      }
    >
      Whoever starts a session through an SDK, or is identified by a Segment client, appears here by
      themselves. The Overview has the snippet.
    </Empty>
  );
}

/** Users and visitors of an environment: all of them, or the one that the address names. */
export function UsersPage() {
  const { below } = useHere();
  const asked = new URLSearchParams(useSearch()).get("kind");
  const kind = userKinds.find((one) => one === asked);
  const [id] = below;
  return id === undefined ? <AllUsers /> : <UserPage key={`${kind}/${id}`} id={id} kind={kind} />;
}

const kinds: readonly (readonly [UserKind, string])[] = [
  ["known", "User: signed in"],
  ["visitor", "Visitor: anonymous"],
];

/** Asks for an id, makes the user, and goes to their page. */
function NewUserDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const place = usePlace();
  const to = usePath();
  const [, navigate] = useLocation();
  const kept = useTypedForm(`user/${placeKey(place)}`);
  const [id, setId] = kept.field("id");
  const [kind, setKind] = useState<UserKind>("known");
  const form = useForm({
    missing: () => nameMissing(id, "Give the user an id."),
    send: async () => {
      const params = paramsOf(place);
      const user = await client.call("createUser", { params, body: { id: id.trim(), kind } });
      kept.forget();
      const href = userAddress(to, user);
      const show = () => {
        onClose();
        navigate(href);
      };
      return { show, said: `Created ${quotedIfBlank(user.id)}`, way: { words: "Show them", href } };
    },
    failure: "The user was not created.",
  });
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New user"
      about={
        <>
          Somebody of <EnvironmentName of={place.environment} /> alone. An SDK that starts a session with the
          same id finds them.
        </>
      }
      act="Create user"
    >
      <TextField
        label="Id"
        code
        hint="As your app knows them: a user id, or a visitor’s anonymous id."
        error={form.fieldError}
        value={id}
        most={longestName}
        onChange={setId}
      />
      <SelectField label="Kind" value={kind} options={kinds} onChange={setKind} />
    </FormDialog>
  );
}
