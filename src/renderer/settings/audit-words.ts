import { type PlatformRoute, platformApi } from "../../core/api.ts";

/** What is no route, or whose summary begins with less than that. */
const others: Readonly<Record<string, string>> = {
  adminInvite: "Invite the operator by understudy admin",
  allowClient: "Let a program in",
  createAccount: "Create an account",
  openConsole: "Open the console",
  pair: "Pair a device",
  putClock: "Set the clock",
  signIn: "Sign in",
};

const routeOf = (action: string) =>
  action in platformApi ? platformApi[action as PlatformRoute] : undefined;

/** What was done: a route by its summary, without what it says beside. */
export const actionWords = (action: string): string =>
  others[action] ?? routeOf(action)?.summary.split(/[;:(.,]/, 1)[0] ?? action;

/** What it was done to, and where that is: by name where `nameOf` knows the id or key, else by that. */
export function subjectWords(
  action: string,
  path: string,
  nameOf: (idOrKey: string) => string | undefined,
): string {
  const pattern = routeOf(action)?.path.split("/") ?? [];
  const parts = (path.split("?", 1)[0] ?? "").split("/");
  const ids = parts.filter((_, index) => pattern[index]?.startsWith(":") === true).map(decoded);
  return ids
    .map((id) => nameOf(id) ?? id)
    .toReversed()
    .join(" · ");
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** What came of it: people need no number where it was done. An import that broke off has stored what came before. */
export function outcomeWords(status: number): string {
  if (status < 400) return "done";
  return status === 401 || status === 403 ? `refused (${status})` : `broke off (${status})`;
}
