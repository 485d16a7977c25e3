/** An http or https address in its normal form, or null for anything else (file:, javascript:, not an address). */
export function webAddress(text: string): string | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
}

/** Whether an address is a page of the platform plane: just its origin, by the URL's own rules. */
export function isOwnPage(address: string, platformUrl: string): boolean {
  return URL.canParse(address) && new URL(address).origin === new URL(platformUrl).origin;
}
