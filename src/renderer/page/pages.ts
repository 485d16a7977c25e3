import type { PageName } from "../../core/console-pages.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";

export {
  isPage,
  mainPages,
  type PageName,
  pages,
  pageTitles,
  toolPages,
} from "../../core/console-pages.ts";

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

/** One environment of one Space: what every page is about. */
export interface Place {
  readonly spaceId: string;
  readonly environment: EnvironmentKey;
}

export const placeKey = ({ spaceId, environment }: Place): string => `${spaceId}/${environment}`;
