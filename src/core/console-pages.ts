import type { EnvironmentKey } from "./primitives.ts";

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

/** One environment of one Space, as an address names it. */
interface PlaceName {
  readonly spaceKey: string;
  readonly environment: EnvironmentKey;
}

/** The address of a page, or of something on it: `pagePath(place, "collections", "homepage", "hero")`. */
export const pagePath = (
  { spaceKey, environment }: PlaceName,
  page: PageName,
  ...below: readonly string[]
): string => ["/spaces", ...[spaceKey, environment, page, ...below].map(encodeURIComponent)].join("/");
