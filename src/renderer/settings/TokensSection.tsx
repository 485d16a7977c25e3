import { Plus } from "lucide-react";
import { useState } from "react";
import { type Role, roleIncludes, roles } from "../../core/organization.ts";
import type { Token } from "../../core/token.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { useEveryPage } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { NameField, SelectField } from "../parts/Field.tsx";
import { FormDialog } from "../parts/FormDialog.tsx";
import { useForm, useTypedForm } from "../parts/use-form.ts";
import { When } from "../parts/When.tsx";
import { realNow } from "../text/platform-clock.ts";
import { nameMissing } from "../text/too-long.ts";
import { RevocableSection, Revoke, WhenCell } from "./RevocableSection.tsx";
import { roleOption } from "./role-words.ts";
import { SecretModal } from "./SecretModal.tsx";

/** The person's own access tokens, for scripts and the command line. */
export function TokensSection() {
  const read = useEveryPage("listTokens", {});
  const [making, setMaking] = useState(false);
  useCommands([
    { id: "settings/new-token", title: "New token…", group: "Settings", run: () => setMaking(true) },
  ]);
  return (
    <RevocableSection
      id="tokens"
      about="yours, for scripts and CI; each is shown once and stored hashed"
      action={
        <Button small icon={Plus} onClick={() => setMaking(true)}>
          New token…
        </Button>
      }
      read={read}
      noun="tokens"
      none="No token yet. The console itself needs none."
      columns={["Name", "Role", "Ends in", "Last used", "Expires"]}
      row={(token) => <TokenRow key={token.id} token={token} />}
    >
      {making && <NewTokenDialog onClose={() => setMaking(false)} />}
    </RevocableSection>
  );
}

function TokenRow({ token }: { readonly token: Token }) {
  const { removals, client, queries } = useConsole();
  const revoke = () =>
    removals.offer({
      key: token.id,
      said: `Revoked “${token.name}”`,
      refused: `“${token.name}” still works.`,
      remove: (options) => client.call("revokeToken", { params: { tokenId: token.id }, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listTokens"] }),
    });
  const over = token.expiresAt !== null && Date.parse(token.expiresAt) <= realNow();
  return (
    <tr>
      <td className="strong truncate">{token.name}</td>
      <td className="capital">{token.role}</td>
      <td className="mono">…{token.hint}</td>
      <WhenCell at={token.lastUsedAt} />
      <td className="num">
        {over ? <span className="badge badge-warning">Expired</span> : <When at={token.expiresAt} real />}
      </td>
      <Revoke label={token.name} onRevoke={revoke} />
    </tr>
  );
}

const day = 86_400_000;
const expiries: readonly (readonly [days: number, words: string])[] = [
  [30, "In 30 days"],
  [90, "In 90 days"],
  [365, "In a year"],
  [0, "Never"],
];

const unread = (name: string): string =>
  `Created the token “${name}”, which nobody has copied: revoke it and create another one`;

/** Makes a token and shows it, this once. */
function NewTokenDialog({ onClose }: { readonly onClose: () => void }) {
  const { client } = useConsole();
  const { me } = useHere();
  const [secret, setSecret] = useState<string | null>(null);
  const allowed = roles.filter((role) => me.organizations.some((org) => roleIncludes(org.role, role)));
  const kept = useTypedForm("token");
  const [name, setName] = kept.field("name");
  const [role, setRole] = useState<Role>(allowed.includes("editor") ? "editor" : "viewer");
  const [days, setDays] = useState(90);
  const form = useForm({
    missing: () => nameMissing(name, "Give the token a name, so that you know it again."),
    send: async () => {
      const expiresAt = days === 0 ? null : new Date(realNow() + days * day).toISOString();
      const body = { name: name.trim(), role, expiresAt };
      const { token } = await client.call("createToken", { body });
      kept.forget();
      // Never shown again, and nobody has read it: it is of no use.
      return { show: () => setSecret(token), said: unread(name.trim()) };
    },
    failure: "The token was not created.",
  });
  if (secret !== null)
    return (
      <SecretModal
        title="Copy the token now"
        about="It is not shown again. Keep it where your secrets are."
        noun="token"
        secret={secret}
        onClose={onClose}
      />
    );
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title="New access token"
      about="It may do what its role allows, in every Organization that you are in, and never more than you."
      act="Create token"
    >
      <NameField value={name} error={form.fieldError} hint="What it is for, such as CI." onChange={setName} />
      <SelectField label="Role" value={role} options={allowed.map(roleOption)} onChange={setRole} />
      <SelectField label="Expires" value={days} options={expiries} onChange={setDays} />
    </FormDialog>
  );
}
