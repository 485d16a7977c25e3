import { pageSecret } from "../../core/sign-in.ts";

/** Keeps what a launch address brought in its fragment, and takes it out of the address. Shared by all tabs of this origin. */
export function keepPageSecret(): void {
  const brought = new URLSearchParams(location.hash.slice(1)).get(pageSecret.query);
  if (brought === null) return;
  localStorage.setItem(pageSecret.entry, brought);
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** `fetch` with the page's secret; read anew each time, as another tab may have signed in. */
export const ownFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const secret = localStorage.getItem(pageSecret.entry);
  if (secret !== null) headers.set(pageSecret.header, secret);
  return fetch(input, { ...init, headers });
};

/** An own address for what sends no headers: a stream, a download. */
export function ownAddress(address: string): string {
  const secret = localStorage.getItem(pageSecret.entry);
  if (secret === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${pageSecret.query}=${encodeURIComponent(secret)}`;
}
