/** The system's keychain, where this copy can use it: the desktop app hands it in. */
export interface Keychain {
  /** The text sealed, in base64; null where the system cannot seal now. */
  readonly seal: (text: string) => Promise<string | null>;
  /** The text again; null where it was sealed by another user, another computer, or a keychain that is locked. */
  readonly open: (sealed: string) => Promise<string | null>;
}
