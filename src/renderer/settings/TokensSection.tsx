import { Plus } from "lucide-react";
import { useState } from "react";
import type { Token } from "../../core/token.ts";
import { useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { Icon } from "../parts/Icon.tsx";
import { moment } from "../text/format.ts";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import { LastUsed, RevocableSection, Revoke } from "./RevocableSection.tsx";

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
        <button type="button" className="btn btn-sm" onClick={() => setMaking(true)}>
          <Icon of={Plus} size={14} />
          New token…
        </button>
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
  const over = token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now();
  return (
    <tr>
      <td className="strong truncate" title={token.name}>
        {token.name}
      </td>
      <td className="capital">{token.role}</td>
      <td className="mono">…{token.hint}</td>
      <LastUsed at={token.lastUsedAt} />
      <td className="num">
        {token.expiresAt === null ? (
          <span className="direction">never</span>
        ) : over ? (
          <span className="badge badge-warning">Expired</span>
        ) : (
          moment(token.expiresAt)
        )}
      </td>
      <Revoke label={`Revoke ${token.name}`} onRevoke={revoke} />
    </tr>
  );
}
