/**
 * An address, or null where the text is none. Node 20's and 22's `URL.canParse` says no to letters such as ü once it was asked some
 * thousand times.
 */
export function urlOf(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
