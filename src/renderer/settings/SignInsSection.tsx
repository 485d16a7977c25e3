import { useEffect } from "react";
import { useStore } from "zustand";
import type { SignIn } from "../../core/sign-in.ts";
import { useConsole } from "../app/console-context.ts";
import { loadSignIns, revokeSignIn } from "../stores/sign-ins-store.ts";
import { moment } from "../text/format.ts";
import { Section } from "./Section.tsx";

/** The programs that are signed in as this person, e.g. by `understudy login`. */
export function SignInsSection() {
  const { signIns: store, client } = useConsole();
  const { signIns, revoking, problem } = useStore(store);
  useEffect(() => void loadSignIns(store, client), [store, client]);
  const shown = signIns?.filter((one) => !revoking.has(one.id));
  return (
    <Section title="Signed-in clients" about="programs that work as you; signing one out ends all its tokens">
      {problem !== null && (
        <p className="field-error" role="alert">
          The clients could not be read. {problem}
        </p>
      )}
      {shown?.length === 0 && (
        <p className="direction">
          None. <span className="mono">understudy login</span> signs the command line in.
        </p>
      )}
      {shown !== undefined && shown.length > 0 && <SignInTable signIns={shown} />}
    </Section>
  );
}

function SignInTable({ signIns }: { readonly signIns: readonly SignIn[] }) {
  return (
    <table className="set-table">
      <thead>
        <tr>
          <th scope="col">Client</th>
          <th scope="col">Scopes</th>
          <th scope="col">Signed in</th>
          <th scope="col">Last used</th>
          <th scope="col">
            <span className="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {signIns.map((one) => (
          <SignInRow key={one.id} signIn={one} />
        ))}
      </tbody>
    </table>
  );
}

function SignInRow({ signIn }: { readonly signIn: SignIn }) {
  const { signIns, toasts, client } = useConsole();
  const { client: who, scopes, createdAt, lastUsedAt } = signIn;
  return (
    <tr>
      <td className="strong truncate" title={who.id}>
        {who.name}
      </td>
      <td className="mono">{scopes.join(" ")}</td>
      <td className="num">{moment(createdAt)}</td>
      <td className="num">
        {lastUsedAt === null ? <span className="direction">never</span> : moment(lastUsedAt)}
      </td>
      <td className="r">
        <button
          type="button"
          className="btn btn-sm btn-danger"
          aria-label={`Sign ${who.name} out, signed in ${moment(createdAt)}`}
          onClick={() => revokeSignIn(signIns, toasts, client, signIn)}
        >
          Revoke
        </button>
      </td>
    </tr>
  );
}
