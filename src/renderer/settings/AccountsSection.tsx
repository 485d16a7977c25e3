import { useState } from "react";
import type { AccountListed } from "../../core/organization.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { useEveryPage } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useForm } from "../parts/use-form.ts";
import { RevocableSection, WhenCell } from "./RevocableSection.tsx";
import { SecretModal } from "./SecretModal.tsx";

/** Everybody who may sign in here, for the operator of the workspace. */
export function AccountsSection() {
  return useHere().ownsWorkspace ? <Accounts /> : null;
}

function Accounts() {
  const read = useEveryPage("listAccounts", {});
  const [invited, setInvited] = useState<AccountListed | null>(null);
  return (
    <RevocableSection
      id="accounts"
      about="everybody who may sign in to this workspace"
      read={read}
      noun="accounts"
      none="None."
      columns={["Name", "E-mail", "Organizations", "Since"]}
      row={(one) => <AccountRow key={one.id} account={one} onInvite={() => setInvited(one)} />}
    >
      {invited !== null && <NewCodeDialog account={invited} onClose={() => setInvited(null)} />}
    </RevocableSection>
  );
}

interface NewCodeDialogProps {
  readonly account: AccountListed;
  readonly onClose: () => void;
}

/** Asks before a passphrase stops working, then shows the code, this once. */
function NewCodeDialog({ account: { id, name }, onClose }: NewCodeDialogProps) {
  const { client } = useConsole();
  const [code, setCode] = useState<string | null>(null);
  const form = useForm({
    send: async () => {
      const { code } = await client.call("inviteAccount", { params: { accountId: id } });
      return { show: () => setCode(code) };
    },
    failure: `“${name}” got no code.`,
  });
  if (code !== null)
    return (
      <SecretModal
        title="Give them this code"
        about="It lets them into their account once, within 14 days. It is not shown again."
        noun="code"
        secret={code}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={`A new code for “${name}”`}
      about="It lets them into their account once. The passphrase that they have stops working now."
      act="Create code"
    >
      <ProblemLine>{form.fieldError}</ProblemLine>
    </FormDialog>
  );
}

function AccountRow({
  account: { id, name, email, organizations, createdAt },
  onInvite,
}: {
  readonly account: AccountListed;
  readonly onInvite: () => void;
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
      <td className="strong truncate" title={`${name}, ${id}`}>
        {name}
      </td>
      <td className="truncate">{email}</td>
      <td className="num">{organizations.length}</td>
      <WhenCell at={createdAt} />
      <td className="r">
        {id !== me.account.id && (
          <span className="btn-row">
            <Button small aria-label={`New code for ${name}…`} onClick={onInvite}>
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
