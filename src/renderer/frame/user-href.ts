import { pagePath } from "../page/pages.ts";
import { isEnvironment } from "../stores/last-place.ts";

/** The address of the user or visitor whose edits are kept under a key, in their environment; undefined for anything else. */
export function userHref(spaceKey: string, key: string): string | undefined {
  const [noun, , environment, kind, ...id] = key.split("/");
  if (noun !== "user" || !isEnvironment(environment)) return undefined;
  return `${pagePath({ spaceKey, environment }, "users", id.join("/"))}?kind=${kind}`;
}
