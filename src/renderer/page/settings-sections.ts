/** The parts of Settings, each a place to go: its heading, and more words that find it. Their ids are their anchors. */
export const settingsSections = {
  keys: { title: "API keys", keywords: ["sdk rotate"] },
  space: { title: "Space", keywords: ["name allowed origins CORS delete"] },
  people: { title: "People", keywords: ["members roles owner editor viewer invite"] },
  network: { title: "Phones and TVs", keywords: ["LAN QR code local network pair open SDK plane"] },
  clock: { title: "Clock", keywords: ["simulated time travel date"] },
  snapshots: { title: "Snapshots", keywords: ["keep restore go back undo import export file moment"] },
  tokens: { title: "Access tokens", keywords: ["CI scripts"] },
  clients: { title: "Signed-in clients", keywords: ["sign out programs login"] },
  browsers: { title: "Browsers", keywords: ["console sessions sign out log out"] },
  "sign-in": { title: "Signing in", keywords: ["passphrase password GitHub client OAuth"] },
  accounts: { title: "Accounts", keywords: ["delete operator everybody"] },
  audit: { title: "Audit log", keywords: ["who changed published refused history"] },
  service: { title: "Service", keywords: ["retention keep events days version 1 legacy API"] },
  desktop: { title: "Desktop app", keywords: ["workspace folder tray login notifications"] },
  copy: { title: "This copy", keywords: ["version warnings data folder addresses"] },
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
