/**
 * The parts of Settings in their order, each a place to go: its heading, whose it is, and more words that find it. Their ids are
 * their anchors.
 */
export const settingsSections = {
  space: { of: "space", title: "Space", keywords: ["name allowed origins CORS"] },
  keys: { of: "space", title: "API keys", keywords: ["sdk rotate"] },
  people: { of: "space", title: "People", keywords: ["members roles owner editor viewer invite"] },
  tokens: { of: "you", title: "Access tokens", keywords: ["CI scripts"] },
  clients: { of: "you", title: "Signed-in clients", keywords: ["sign out programs login"] },
  browsers: { of: "you", title: "Browsers", keywords: ["console sessions sign out log out"] },
  "sign-in": { of: "you", title: "Signing in", keywords: ["passphrase password GitHub client OAuth"] },
  network: {
    of: "service",
    title: "Phones and TVs",
    keywords: ["LAN QR code local network pair open SDK plane"],
  },
  clock: { of: "service", title: "Clock", keywords: ["simulated time travel date"] },
  snapshots: {
    of: "service",
    title: "Snapshots",
    keywords: ["keep restore go back undo import export file moment"],
  },
  accounts: { of: "service", title: "Accounts", keywords: ["delete operator everybody"] },
  audit: { of: "service", title: "Audit log", keywords: ["who changed published refused history"] },
  service: { of: "service", title: "Service", keywords: ["retention keep events days version 1 legacy API"] },
  desktop: { of: "service", title: "Desktop app", keywords: ["workspace folder tray login notifications"] },
  copy: { of: "service", title: "This copy", keywords: ["version warnings data folder addresses"] },
  danger: { of: "danger", title: "Delete this Space", keywords: ["danger zone remove"] },
} as const;

export type SettingsSection = keyof typeof settingsSections;
export const settingsSectionNames = Object.keys(settingsSections) as SettingsSection[];

/** The command that goes to a part of Settings; what it does depends on where one is. */
export const sectionCommand = (name: SettingsSection) => ({
  id: `settings/section/${name}`,
  title: `Settings: ${settingsSections[name].title}`,
  group: "Settings",
  keywords: settingsSections[name].keywords,
});
