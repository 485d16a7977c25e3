import type { ConsoleSession, SignIn } from "../../core/sign-in.ts";
import { useConsole } from "../page/console-context.ts";
import { useIsPublic } from "../page/reads.ts";
import { useEveryPage } from "../page/use-route.ts";
import type { UndoableRemoval } from "../stores/removals.ts";
import { realMoment } from "../text/format.ts";
import { RevocableSection, Revoke, WhenCell } from "./RevocableSection.tsx";

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
  const { client } = useConsole();
  const { id, client: who, scopes, createdAt, lastUsedAt } = signIn;
  const signOut = useSignOut("listSignIns", id, who.name, (options) =>
    client.call("revokeSignIn", { params: { signInId: id }, ...options }),
  );
  return (
    <tr>
      <td className="strong truncate" title={`${who.name}, ${who.id}`}>
        {who.name}
      </td>
      <td className="mono">{scopes.join(" ")}</td>
      <WhenCell at={createdAt} />
      <WhenCell at={lastUsedAt} />
      <Revoke label={`${who.name}, signed in ${realMoment(createdAt)}`} words="Sign out" onRevoke={signOut} />
    </tr>
  );
}

/** The browsers in which the console is open as this person. */
export function BrowsersSection() {
  const read = useEveryPage("listConsoleSessions", {});
  const wayBack = useIsPublic() ? "has to sign in again" : "needs a new address from your terminal";
  return (
    <RevocableSection
      id="browsers"
      about={`where the console is open as you; one that you sign out ${wayBack}`}
      read={read}
      noun="browsers"
      none="None."
      columns={["Browser", "Opened", "Last used"]}
      row={(one) => <BrowserRow key={one.id} session={one} />}
    />
  );
}

function BrowserRow({ session }: { readonly session: ConsoleSession }) {
  const { client } = useConsole();
  const { id, name, current, createdAt, lastUsedAt } = session;
  const signOut = useSignOut("listConsoleSessions", id, name, (options) =>
    client.call("revokeConsoleSession", { params: { sessionId: id }, ...options }),
  );
  return (
    <tr>
      <td className="strong truncate">
        {name}
        {current && <span className="direction"> this one</span>}
      </td>
      <WhenCell at={createdAt} />
      <WhenCell at={lastUsedAt} />
      <Revoke label={`${name}, opened ${realMoment(createdAt)}`} words="Sign out" onRevoke={signOut} />
    </tr>
  );
}

/** Signs out one of a list, which is read anew then. */
function useSignOut(list: string, key: string, name: string, remove: UndoableRemoval["remove"]) {
  const { removals, queries } = useConsole();
  return () =>
    removals.offer({
      key,
      said: `Signed out “${name}”`,
      refused: `“${name}” is still signed in.`,
      remove,
      drop: () => queries.refetchQueries({ queryKey: [list] }),
    });
}
