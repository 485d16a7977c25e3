import type { AccountListed } from "../../core/organization.ts";
import { useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { moment } from "../text/format.ts";
import { RevocableSection } from "./RevocableSection.tsx";

/** Everybody who may sign in here, for the operator of the workspace. */
export function AccountsSection() {
  return useHere().ownsWorkspace ? <Accounts /> : null;
}

function Accounts() {
  const read = useEveryPage("listAccounts", {});
  return (
    <RevocableSection
      id="accounts"
      about="everybody who may sign in at this workspace; yours stays"
      read={read}
      noun="accounts"
      none="None."
      columns={["Name", "E-mail", "Organizations", "Since"]}
      row={(one) => <AccountRow key={one.id} account={one} />}
    />
  );
}

function AccountRow({
  account: { id, name, email, organizations, createdAt },
}: {
  readonly account: AccountListed;
}) {
  const { removals, client, queries } = useConsole();
  const { me } = useHere();
  const remove = () =>
    removals.offer({
      key: id,
      said: `Deleted the account “${name}”`,
      refused: `“${name}” still has an account.`,
      remove: (options) => client.call("deleteAccount", { params: { accountId: id }, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listAccounts"] }),
    });
  return (
    <tr>
      <td className="strong truncate" title={id}>
        {name}
      </td>
      <td className="truncate">{email}</td>
      <td className="num">{organizations.length}</td>
      <td className="num">{moment(createdAt)}</td>
      <td className="r">
        {id !== me.account.id && (
          <Button look="danger" small aria-label={`Delete the account ${name}`} onClick={remove}>
            Delete
          </Button>
        )}
      </td>
    </tr>
  );
}
