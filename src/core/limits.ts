/** What is limited, in one table: the code reads it, and docs/reference/limits.md is made from it. */
export const limits = {
  tokensPerAccount: {
    value: 100,
    unit: "tokens",
    what: "Personal access tokens of one account; the next one is refused",
  },
  invitationDays: { value: 14, unit: "days", what: "How long an invitation waits to be taken" },
  passphraseTries: {
    value: 5,
    unit: "tries in 5 minutes",
    what: "Wrong passphrases or invitation codes of one account",
  },
} as const satisfies Record<string, { readonly value: number; readonly unit: string; readonly what: string }>;
