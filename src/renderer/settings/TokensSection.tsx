import { Plus } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import type { Token } from "../../core/token.ts";
import { useConsole } from "../app/console-context.ts";
import { Icon } from "../parts/Icon.tsx";
import { loadTokens, revokeToken } from "../stores/tokens-store.ts";
import { moment } from "../text/format.ts";
import { NewTokenDialog } from "./NewTokenDialog.tsx";
import { Section } from "./Section.tsx";

/** The person's own access tokens, for scripts and the command line. */
export function TokensSection() {
  const { tokens: store, client } = useConsole();
  const { tokens, revoking, problem } = useStore(store);
  const [making, setMaking] = useState(false);
  useEffect(() => void loadTokens(store, client), [store, client]);
  const shown = tokens?.filter((token) => !revoking.has(token.id));
  return (
    <Section
      title="Access tokens"
      about="yours, for scripts and CI; each is shown once and stored hashed"
      action={
        <button type="button" className="btn btn-sm" onClick={() => setMaking(true)}>
          <Icon of={Plus} size={14} />
          New token…
        </button>
      }
    >
      {problem !== null && (
        <p className="field-error" role="alert">
          The tokens could not be read. {problem}
        </p>
      )}
      {shown?.length === 0 && <p className="direction">No token yet. The console itself needs none.</p>}
      {shown !== undefined && shown.length > 0 && <TokenTable tokens={shown} />}
      <NewTokenDialog open={making} onOpenChange={setMaking} />
    </Section>
  );
}

function TokenTable({ tokens }: { readonly tokens: readonly Token[] }) {
  return (
    <table className="set-table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Role</th>
          <th scope="col">Ends in</th>
          <th scope="col">Last used</th>
          <th scope="col">Expires</th>
          <th scope="col">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {tokens.map((token) => (
          <TokenRow key={token.id} token={token} />
        ))}
      </tbody>
    </table>
  );
}

function TokenRow({ token }: { readonly token: Token }) {
  const { tokens, toasts, client } = useConsole();
  const over = token.expiresAt !== null && Date.parse(token.expiresAt) <= Date.now();
  return (
    <tr>
      <td className="strong truncate" title={token.name}>
        {token.name}
      </td>
      <td className="capital">{token.role}</td>
      <td className="mono">…{token.hint}</td>
      <td className="num">
        {token.lastUsedAt === null ? <span className="direction">never</span> : moment(token.lastUsedAt)}
      </td>
      <td className="num">
        {token.expiresAt === null ? (
          <span className="direction">never</span>
        ) : over ? (
          <span className="badge badge-warning">Expired</span>
        ) : (
          moment(token.expiresAt)
        )}
      </td>
      <td className="r">
        <button
          type="button"
          className="btn btn-sm btn-danger"
          aria-label={`Revoke ${token.name}`}
          onClick={() => revokeToken(tokens, toasts, client, token)}
        >
          Revoke
        </button>
      </td>
    </tr>
  );
}
