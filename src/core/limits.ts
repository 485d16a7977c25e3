const mega = 1024 * 1024;

/** What is limited, in one table: the code reads it, and docs/reference/limits.md is made from it. */
export const limits = {
  bodyBytes: { value: 4 * mega, unit: "bytes", what: "Of a body on the platform plane, inflated" },
  tribeBytes: {
    value: 256 * 1024,
    unit: "bytes",
    what: "Of a Tribe's body, inflated: its rules are read by the process that serves",
  },
  importBytes: { value: 32 * mega, unit: "bytes", what: "Of users imported as a JSON list, inflated" },
  linesBytes: { value: 1024 * mega, unit: "bytes", what: "Of a body of NDJSON, inflated" },
  lineBytes: {
    value: 4 * mega,
    unit: "characters",
    what: "Of a line of NDJSON, or of an element of a JSON list",
  },
  sdkBodyBytes: { value: 512 * 1024, unit: "bytes", what: "Of a body on the SDK plane, inflated" },
  eventBytes: { value: 32 * 1024, unit: "bytes", what: "Of an event" },
  eventsPerRequest: { value: 500, unit: "events", what: "In a request" },
  jsonDepth: { value: 64, unit: "levels", what: "That a body or a document nests" },
  jsonValues: { value: 100_000, unit: "values", what: "Of a JSON body, or of an element of a long list" },
  jsonListValues: {
    value: 3_000_000,
    unit: "values",
    what: "Of a JSON list over 256 KB, all elements together",
  },
  projectFileBytes: {
    value: mega,
    unit: "bytes",
    what: "Of an understudy.yaml, or a package.json that is looked at",
  },
  manifestBytes: { value: 16 * mega, unit: "bytes", what: "Of the list of generated files in a project" },
  documentBytes: {
    value: 64 * mega,
    unit: "bytes",
    what: "Of a document of a workspace; a change beyond that is refused",
  },
  userFieldsCharacters: {
    value: 512 * 1024,
    unit: "characters",
    what: "Of all fields of a user, as JSON; what a session or an identify would add beyond is left out, a change or an imported row is refused",
  },
  fieldErrors: { value: 50, unit: "faults", what: "That an answer names" },
  rejectedRows: {
    value: 1000,
    unit: "rows",
    what: "Of an import that an answer names; the others are left out as well",
  },
  tokensPerAccount: {
    value: 100,
    unit: "tokens",
    what: "Personal access tokens of an account that have not expired; the next one is refused",
  },
  consoleSessionsPerAccount: {
    value: 20,
    unit: "browsers",
    what: "In which the console is open as one account; the longest unused is signed out",
  },
  keysInGrace: {
    value: 20,
    unit: "keys",
    what: "Of one environment that still work after they were rotated; another rotation with a grace is refused",
  },
  signInsPerAccount: {
    value: 100,
    unit: "sign-ins",
    what: "Of one account with clients such as the command line; the longest unused makes room",
  },
  consoleSessionDays: { value: 30, unit: "days", what: "How long a browser stays signed in to the console" },
  pairingMinutes: { value: 10, unit: "minutes", what: "How long a pairing code works, once" },
  pairings: { value: 5, unit: "codes", what: "Of one account that wait to be used; the oldest makes room" },
  pairingTriesOfOne: { value: 10, unit: "tries", what: "Of pairing codes from one address in a minute" },
  pairingTries: {
    value: 30,
    unit: "tries",
    what: "Of wrong pairing codes from all addresses in a minute; a right one is taken all the same",
  },
  devicesPerSpace: {
    value: 100,
    unit: "devices",
    what: "That are paired with a Space; the longest unused makes room",
  },
  launchAddresses: {
    value: 20,
    unit: "addresses",
    what: "One-time console addresses of one account that wait to be opened; the oldest makes room",
  },
  sdkConnections: {
    value: 12_000,
    unit: "connections",
    what: "Open on the SDK plane, streams among them, fewer where the process may open few files; one that waits makes room for the next, and where all are in use the next is answered 503",
  },
  platformConnections: { value: 2000, unit: "connections", what: "Open on the platform plane, likewise" },
  connectionsFromOneAddress: {
    value: 1000,
    unit: "connections",
    what: "Open from one address of the local network, likewise",
  },
  requestsAhead: {
    value: 32,
    unit: "requests",
    what: "Of one connection that wait for their answers; one that sends more is closed",
  },
  silentSeconds: {
    value: 60,
    unit: "seconds",
    what: "How long the body of a request may stay silent; on the SDK plane, how long it may take; and how long a whole answer may wait to be read",
  },
  sdkBodiesBytes: {
    value: 256 * 1024 * 1024,
    unit: "bytes",
    what: "Of bodies that are still coming to the SDK plane; the connection that has sent longest is closed",
  },
  unreadBytes: {
    value: 128 * 1024 * 1024,
    unit: "bytes",
    what: "Of answers on one plane that wait to be read; the connection that has left one longest is closed",
  },
  auditFileBytes: {
    value: 1024 * 1024,
    unit: "bytes",
    what: "Of the audit log, before it begins another file",
  },
  auditFiles: { value: 4, unit: "files", what: "Of the audit log; the oldest goes" },
  auditRefusals: {
    value: 100,
    unit: "a minute",
    what: "Refused requests in the audit log; more are refused without a line",
  },
  invitationDays: { value: 14, unit: "days", what: "How long an invitation waits to be taken" },
  passphraseTries: {
    value: 5,
    unit: "tries in 5 minutes",
    what: "Wrong passphrases or invitation codes of one account, from one address",
  },
  passphraseTriesOfAll: {
    value: 100,
    unit: "tries in 5 minutes",
    what: "Passphrases or invitation codes of one account from all addresses together, or from one address for all accounts",
  },
  signInsBegun: {
    value: 60,
    unit: "a minute",
    what: "Sign-ins that are begun from one address, at a public address: nobody pushes out those of others",
  },
} as const satisfies Record<string, { readonly value: number; readonly unit: string; readonly what: string }>;
