import { join, resolve } from "node:path";
import { operator } from "./access/authenticate.ts";
import { Invitations } from "./access/invitations.ts";
import { PlatformClock } from "./clock/platform-clock.ts";
import { Closing } from "./closing.ts";
import { isThere } from "./is-there.ts";
import { asStartError, openFolder } from "./open-data.ts";
import { openShared } from "./open-shared.ts";
import { StartError } from "./start-error.ts";
import { movedAside } from "./workspace/moved-aside.ts";

interface OperatorInvitation {
  readonly accountId: string;
  /** Works once; the passphrase from before no longer counts. */
  readonly code: string;
  readonly expiresAt: string;
}

/**
 * Makes a way in for the operator of servers without a screen. Whoever may open the folder or the database may do this.
 *
 * @throws StartError where there is none, it can't be opened, or a server has the folder
 */
export async function inviteOperator(
  { dataDir, store }: { readonly dataDir: string; readonly store?: string | undefined },
  say: (line: string) => void,
): Promise<OperatorInvitation> {
  if (store === undefined) await assertWorkspace(dataDir);
  const closing = new Closing();
  try {
    const clock = new PlatformClock();
    const { workspace, audit } =
      store === undefined
        ? await openFolder(dataDir, clock, closing)
        : await openShared(store, clock, closing, { log: say });
    const accountId = operator(workspace).account.id;
    const made = await new Invitations(workspace.secrets).make(accountId);
    // Nobody is signed in: whoever may open the folder or the database is the operator here.
    const path = `/v2/accounts/${accountId}/invitation`;
    await audit.written({ account: null, by: null, action: "adminInvite", path, status: 201 });
    return { accountId, ...made };
  } catch (error) {
    throw asStartError(error);
  } finally {
    await closing.run();
  }
}

/** A code for a workspace that was made just now would open nothing. */
async function assertWorkspace(dataDir: string): Promise<void> {
  if (!isThere(join(dataDir, "workspace.json")) && (await movedAside(dataDir)) === null)
    throw new StartError(`There is no workspace in ${resolve(dataDir)}.`);
}
