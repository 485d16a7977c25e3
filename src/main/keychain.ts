import { safeStorage } from "electron";
import type { ServerOptions } from "../server/start-server.ts";

/**
 * The system's keychain, through Electron: Keychain on macOS, DPAPI on Windows, the Secret Service or KWallet on Linux.
 * Once the app is ready. What can't be sealed or opened (no keychain, or one that its owner keeps locked; another user or
 * computer) is null.
 */
export const keychain: NonNullable<ServerOptions["keychain"]> = {
  seal: (text) =>
    orNull(async () =>
      (await isThere()) ? (await safeStorage.encryptStringAsync(text)).toString("base64") : null,
    ),
  open: (sealed) =>
    orNull(async () => (await safeStorage.decryptStringAsync(Buffer.from(sealed, "base64"))).result),
};

const orNull = (work: () => Promise<string | null>): Promise<string | null> => work().catch(() => null);

/** Where Linux has neither, Electron would seal with a password that everybody knows: that is no keychain. */
async function isThere(): Promise<boolean> {
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text") return false;
  return safeStorage.isAsyncEncryptionAvailable();
}
