import { isPage } from "./console-pages.ts";
import { environmentKeys, slugPattern } from "./primitives.ts";

/** The scheme of links to a page of the console, e.g. `understudy://spaces/cinema/production/events?user=ana`. */
export const linkScheme = "understudy";

const longest = 2000;
const query = /^[A-Za-z0-9._~!$'()*+,;:@/?%=&-]*$/;

/**
 * The console's address that a link names, or null for anything else. A link comes from anywhere, a web page too: it can
 * do no more than show a page, and every part of it has to be one that an address of the console can have.
 */
export function linkPath(link: string): string | null {
  if (link.length > longest) return null;
  const [, path, search = ""] = /^understudy:\/\/(spaces\/[^?#]*)(\?[^#]*)?$/.exec(link) ?? [];
  if (path === undefined || !query.test(search)) return null;
  const [, ...parts] = path.replace(/\/$/, "").split("/");
  const decoded = parts.map(decodedPart);
  const [key, environment, page, ...below] = decoded;
  if (!isSlug(key) || !isEnvironment(environment) || !isPage(page ?? undefined)) return null;
  if (below.some((part) => part === null)) return null;
  return `/${["spaces", ...decoded].map((part) => encodeURIComponent(part ?? "")).join("/")}${search}`;
}

/** A part of a path that is one when it is written again: no way up, no separator, nothing that cannot be seen. */
function decodedPart(part: string): string | null {
  try {
    const text = decodeURIComponent(part);
    return text === "" || text === "." || text === ".." || /[/\\\p{Cc}\p{Cs}]/u.test(text) ? null : text;
  } catch {
    return null;
  }
}

const isSlug = (text: string | null | undefined): boolean =>
  typeof text === "string" && slugPattern.test(text);
const isEnvironment = (text: string | null | undefined): boolean =>
  environmentKeys.some((key) => key === text);
