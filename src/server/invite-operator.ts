import { operator } from "./access/authenticate.ts";
import { Invitations } from "./access/invitations.ts";
import { PlatformClock } from "./clock/platform-clock.ts";
import { Closing } from "./closing.ts";
import { asStartError, openFolder, openShared } from "./open-data.ts";

export interface OperatorInvitation {
  readonly accountId: string;
  /** Once; a passphrase that was there no longer counts. */
  readonly code: string;
  readonly expiresAt: string;
}

/**
 * A way in for the operator of servers that nobody sits at: whoever may open what they keep may make one.
 *
 * @throws StartError where it can't be opened, or a server has the folder
 */
export async function inviteOperator(
  { dataDir, store }: { readonly dataDir: string; readonly store?: string | undefined },
  say: (line: string) => void,
): Promise<OperatorInvitation> {
  const closing = new Closing();
  try {
    const clock = new PlatformClock();
    const { workspace } =
      store === undefined
        ? await openFolder(dataDir, clock, closing)
        : await openShared(store, clock, closing, say);
    const accountId = operator(workspace).account.id;
    return { accountId, ...(await new Invitations(workspace.secrets).make(accountId)) };
  } catch (error) {
    throw asStartError(error);
  } finally {
    await closing.run();
  }
}
