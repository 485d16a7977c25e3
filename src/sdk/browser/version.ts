/** What this runtime calls itself on the wire: `sdk` in sessions and events. */
export const sdk = { name: "browser", version: "1.0.0-beta.8" } as const;
