import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { browserStorage, remember, remembered } from "./browser-memory.ts";

const entry = "understudy:last-places";
/** How many Spaces are remembered. */
const most = 50;

/** Where the person was last in a Space: its key, the environment, and the page with what it showed. */
interface LastPlace {
  readonly spaceKey: string;
  readonly environment: EnvironmentKey;
  /** The whole address, with its query. */
  readonly path: string;
}

export const isEnvironment = (text: string | undefined): text is EnvironmentKey =>
  environmentKeys.some((key) => key === text);

export function rememberPlace(place: LastPlace): void {
  const others = places().filter((one) => one.spaceKey !== place.spaceKey);
  remember(browserStorage, entry, [place, ...others].slice(0, most));
}

/** The remembered place of a Space, or of the one that was open last; null where there is none that makes sense. */
export const lastPlace = (spaceKey?: string): LastPlace | null =>
  places().find((one) => spaceKey === undefined || one.spaceKey === spaceKey) ?? null;

function places(): readonly LastPlace[] {
  const kept = remembered(browserStorage, entry);
  return Array.isArray(kept) ? kept.filter(isPlace) : [];
}

function isPlace(kept: unknown): kept is LastPlace {
  if (typeof kept !== "object" || kept === null) return false;
  const { spaceKey, environment, path } = kept as Partial<LastPlace>;
  return typeof spaceKey === "string" && isEnvironment(environment) && (path ?? "").startsWith("/spaces/");
}
