import { type EnvironmentKey, environmentKey } from "../core/primitives.ts";
import { urlOf } from "../server/url-of.ts";

/** What the shell's own pages (the workspace chooser) are served under: no server runs yet when they are needed. */
export const shellScheme = "understudy-app";
export const chooserUrl = `${shellScheme}://shell/chooser.html`;

/** The console's pages on the platform plane; the rest of the plane belongs into a browser. */
const consolePath = /^\/($|spaces($|\/)|welcome$|launch$)/;

/** An http or https address in its normal form, or null for anything else (file:, javascript:, not an address). */
export function webAddress(text: string): string | null {
  const url = urlOf(text);
  return url?.protocol === "http:" || url?.protocol === "https:" ? url.href : null;
}

/** Whether an address is a page of this console: just its origin, by the URL's own rules, and one of its paths. */
export function isConsolePage(address: string, platformUrl: string | null): boolean {
  const url = urlOf(address);
  if (platformUrl === null || url === null) return false;
  return url.origin === new URL(platformUrl).origin && consolePath.test(url.pathname);
}

/** Whether an address is the workspace chooser's. */
export const isChooserPage = (address: string): boolean => urlOf(address)?.href === chooserUrl;

/** The Space and environment that a page of the console shows; null where it is of none. */
export function placeOf(
  address: string,
): { readonly spaceKey: string; readonly environment: EnvironmentKey } | null {
  const [, first, spaceKey, name] = urlOf(address)?.pathname.split("/") ?? [];
  const { success, data: environment } = environmentKey.safeParse(name);
  return first === "spaces" && spaceKey && success ? { spaceKey, environment } : null;
}
