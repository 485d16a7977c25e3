import type { LastPlace } from "../stores/last-place.ts";

/** The pages of one place, in the rail's order. */
export const pages = ["overview", "events", "settings"] as const;
export type PageName = (typeof pages)[number];

export const pageTitles: Readonly<Record<PageName, string>> = {
  overview: "Overview",
  events: "Events",
  settings: "Settings",
};

export const isPage = (text: string | undefined): text is PageName => pages.some((page) => page === text);

/** The address of a page of one Space and environment. */
export const pagePath = ({ spaceKey, environment }: LastPlace, page: PageName): string =>
  `/spaces/${encodeURIComponent(spaceKey)}/${environment}/${page}`;
