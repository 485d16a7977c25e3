/** The pages of one place, in the rail's order: what is modelled and seen, then the tools. */
export const mainPages = ["overview", "collections", "tribes", "users", "events"] as const;
export const toolPages = ["preview", "personas", "stage", "code", "settings"] as const;
export const pages = [...mainPages, ...toolPages] as const;
export type PageName = (typeof pages)[number];

export const pageTitles: Readonly<Record<PageName, string>> = {
  overview: "Overview",
  collections: "Collections",
  tribes: "Tribes",
  users: "Users",
  events: "Events",
  preview: "Preview",
  personas: "Personas",
  stage: "Stage",
  code: "Code",
  settings: "Settings",
};

export const isPage = (text: string | undefined): text is PageName => pages.some((page) => page === text);
