import type { ConsoleSession } from "../../core/sign-in.ts";
import { useEveryPage } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { useIsPublic } from "../page/reads.ts";
import { When } from "../parts/When.tsx";
import { moment } from "../text/format.ts";
import { LastUsed, RevocableSection, Revoke } from "./RevocableSection.tsx";

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
  const { removals, client, queries } = useConsole();
  const { id, name, current, createdAt, lastUsedAt } = session;
  const revoke = () =>
    removals.offer({
      key: id,
      said: `Signed out “${name}”`,
      refused: `“${name}” is still signed in.`,
      remove: (options) => client.call("revokeConsoleSession", { params: { sessionId: id }, ...options }),
      drop: () => queries.refetchQueries({ queryKey: ["listConsoleSessions"] }),
    });
  return (
    <tr>
      <td className="strong truncate">
        {name}
        {current && <span className="direction"> this one</span>}
      </td>
      <td>
        <When at={createdAt} real />
      </td>
      <LastUsed at={lastUsedAt} />
      <Revoke label={`${name}, opened ${moment(createdAt)}`} words="Sign out" onRevoke={revoke} />
    </tr>
  );
}
