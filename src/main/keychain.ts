import { safeStorage } from "electron";
import type { ServerOptions } from "../server/start-server.ts";

/**
 * The system's keychain, through Electron: Keychain on macOS, DPAPI on Windows, the Secret Service or KWallet on Linux.
 * Once the app is ready. What can't be sealed or opened (no keychain, or one that its owner keeps locked; another user or
 * computer) is null.
 */
export const keychain: NonNullable<ServerOptions["keychain"]> = {
  seal: (text) =>
    orNull(async () => ((await isThere()) ? sealedText(await safeStorage.encryptStringAsync(text)) : null)),
  open: (sealed) =>
    orNull(async () => (await safeStorage.decryptStringAsync(Buffer.from(sealed, "base64"))).result),
};

const orNull = (work: () => Promise<string | null>): Promise<string | null> => work().catch(() => null);

/** Chromium's mark of what is sealed with the password that everybody knows, whatever the backend calls itself. */
const sealedText = (sealed: Buffer): string | null =>
  process.platform === "linux" && sealed.toString("latin1", 0, 3) === "v10"
    ? null
    : sealed.toString("base64");

/** Where Linux has neither, Electron would seal with a password that everybody knows: that is no keychain. */
async function isThere(): Promise<boolean> {
  if (process.platform === "linux" && safeStorage.getSelectedStorageBackend() === "basic_text") return false;
  return safeStorage.isAsyncEncryptionAvailable();
}
