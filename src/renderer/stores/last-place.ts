import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";

const entry = "understudy:last-place";

/** Where the person was last: a Space's key and an environment. */
export interface LastPlace {
  readonly spaceKey: string;
  readonly environment: EnvironmentKey;
}

export const isEnvironment = (text: string | undefined): text is EnvironmentKey =>
  environmentKeys.some((key) => key === text);

export function rememberPlace(place: LastPlace): void {
  localStorage.setItem(entry, `${place.spaceKey}/${place.environment}`);
}

/** The remembered place, or null where there is none that makes sense. */
export function lastPlace(): LastPlace | null {
  const [spaceKey, environment] = (localStorage.getItem(entry) ?? "").split("/");
  return spaceKey && isEnvironment(environment) ? { spaceKey, environment } : null;
}
