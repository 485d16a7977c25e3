import { urlOf } from "../url-of.ts";

/**
 * An origin as browsers send it: `https://EXAMPLE.com:443` as `https://example.com`, a name in other letters as punycode
 * (WHATWG URL, 4.5). One of an app's own scheme (`capacitor://localhost`) has no such form and stays. Null where no page has it.
 */
export function sentOrigin(origin: string): string | null {
  const url = urlOf(origin);
  if (url === null) return null;
  const { protocol, host, origin: sent } = url;
  if (sent !== "null") return sent;
  return protocol === "file:" || host === "" ? null : `${protocol}//${host}`;
}

const known = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether a Space's list has an origin; those that an older version has stored are not all written as browsers send them. */
export function allowsOrigin(allowed: readonly string[], origin: string): boolean {
  const sent = known.get(allowed) ?? new Set(allowed.map((one) => sentOrigin(one) ?? one));
  known.set(allowed, sent);
  return sent.has(origin) || (sent.has("*") && origin !== "null");
}
