import type { SignIn } from "../../core/sign-in.ts";
import { useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { When } from "../parts/When.tsx";
import { moment } from "../text/format.ts";
import { LastUsed, RevocableSection, Revoke } from "./RevocableSection.tsx";

/** The programs that are signed in as this person, e.g. by `understudy login`. */
export function SignInsSection() {
  const read = useEveryPage("listSignIns", {});
  return (
    <RevocableSection
      id="clients"
      about="programs that work as you; signing one out ends all its tokens"
      read={read}
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
  const { removals, client, queries } = useConsole();
  const { id, client: who, scopes, createdAt, lastUsedAt } = signIn;
  const revoke = () =>
    removals.offer({
      key: id,
      said: `Signed out “${who.name}”`,
      refused: `“${who.name}” is still signed in.`,
      remove: (options) => client.call("revokeSignIn", { params: { signInId: id }, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listSignIns"] }),
    });
  return (
    <tr>
      <td className="strong truncate" title={who.id}>
        {who.name}
      </td>
      <td className="mono">{scopes.join(" ")}</td>
      <td>
        <When at={createdAt} real />
      </td>
      <LastUsed at={lastUsedAt} />
      <Revoke label={`${who.name}, signed in ${moment(createdAt)}`} words="Sign out" onRevoke={revoke} />
    </tr>
  );
}
