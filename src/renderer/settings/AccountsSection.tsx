import { useState } from "react";
import type { AccountListed } from "../../core/organization.ts";
import { inWords } from "../api/api-problem.ts";
import { useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { say } from "../stores/toasts-store.ts";
import { moment } from "../text/format.ts";
import { RevocableSection } from "./RevocableSection.tsx";
import { SecretModal } from "./SecretModal.tsx";

/** Everybody who may sign in here, for the operator of the workspace. */
export function AccountsSection() {
  return useHere().ownsWorkspace ? <Accounts /> : null;
}

function Accounts() {
  const read = useEveryPage("listAccounts", {});
  const [code, setCode] = useState<string | null>(null);
  const section = (
    <RevocableSection
      id="accounts"
      about="everybody who may sign in at this workspace; yours stays"
      read={read}
      noun="accounts"
      none="None."
      columns={["Name", "E-mail", "Organizations", "Since"]}
      row={(one) => <AccountRow key={one.id} account={one} onInvited={setCode} />}
    />
  );
  return (
    <>
      {section}
      {code !== null && (
        <SecretModal
          title="Give them this code"
          about="It lets them into their account once, within 14 days, in place of the passphrase that they had. It is not shown again."
          noun="code"
          secret={code}
          onClose={() => setCode(null)}
        />
      )}
    </>
  );
}

function AccountRow({
  account: { id, name, email, organizations, createdAt },
  onInvited,
}: {
  readonly account: AccountListed;
  readonly onInvited: (code: string) => void;
}) {
  const { removals, client, queries, toasts } = useConsole();
  const { me } = useHere();
  const remove = () =>
    removals.offer({
      key: id,
      said: `Deleted the account “${name}”`,
      refused: `“${name}” still has an account.`,
      remove: (options) => client.call("deleteAccount", { params: { accountId: id }, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listAccounts"] }),
    });
  const invite = () =>
    client.call("inviteAccount", { params: { accountId: id } }).then(
      ({ code }) => onInvited(code),
      (reason: unknown) => say(toasts, `No code for “${name}”: ${inWords(reason)}`),
    );
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
          <span className="btn-row">
            <Button small aria-label={`New code for ${name}`} onClick={invite}>
              New code…
            </Button>
            <Button look="danger" small aria-label={`Delete the account ${name}`} onClick={remove}>
              Delete
            </Button>
          </span>
        )}
      </td>
    </tr>
  );
}
