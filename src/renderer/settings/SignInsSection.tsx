import type { SignIn } from "../../core/sign-in.ts";
import { useConsole } from "../app/console-context.ts";
import { loadSignIns, revokeSignIn } from "../stores/sign-ins-store.ts";
import { moment } from "../text/format.ts";
import { LastUsed, RevocableSection, Revoke } from "./RevocableSection.tsx";

/** The programs that are signed in as this person, e.g. by `understudy login`. */
export function SignInsSection() {
  const { signIns, client } = useConsole();
  return (
    <RevocableSection
      id="clients"
      about="programs that work as you; signing one out ends all its tokens"
      store={signIns}
      load={() => void loadSignIns(signIns, client)}
      noun="clients"
      none={
        <>
          None. <span className="mono">understudy login</span> signs the command line in.
        </>
      }
      columns={["Client", "Scopes", "Signed in", "Last used"]}
      row={(one) => <SignInRow key={one.id} signIn={one} />}
    />
  );
}

function SignInRow({ signIn }: { readonly signIn: SignIn }) {
  const { signIns, removals, client } = useConsole();
  const { client: who, scopes, createdAt, lastUsedAt } = signIn;
  return (
    <tr>
      <td className="strong truncate" title={who.id}>
        {who.name}
      </td>
      <td className="mono">{scopes.join(" ")}</td>
      <td className="num">{moment(createdAt)}</td>
      <LastUsed at={lastUsedAt} />
      <Revoke
        label={`Sign ${who.name} out, signed in ${moment(createdAt)}`}
        onRevoke={() => revokeSignIn(signIns, removals, client, signIn)}
      />
    </tr>
  );
}
