const two = (n: number): string => String(n).padStart(2, "0");

/** A time as `<input type="datetime-local">` takes it: local, to the second. */
export function toLocalInput(iso: string | undefined): string {
  if (iso === undefined) return "";
  const at = new Date(iso);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}:${two(at.getSeconds())}`;
}

/** What such a field holds, as RFC 3339 in UTC; undefined where it is empty. */
export function fromLocalInput(text: string): string | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString();
}
