import { platformApi } from "../../core/api.ts";
import { pageSecret } from "../../core/sign-in.ts";
import { browserStorage, rememberText } from "./browser-memory.ts";

/** What a launch address brought to a browser that keeps nothing: this page has it until it is closed. */
let unkept: string | null = null;
/** Read anew each time, as another tab may have signed in. */
const ownSecret = () => unkept ?? browserStorage.getItem(pageSecret.entry);

/**
 * Keeps what a launch address brought in its fragment, and takes it out of the address. Shared by all tabs of this origin. Any page
 * can lead here with a fragment of its own: what the server says is no secret of this browser's does not take the place of one.
 */
export async function keepPageSecret(): Promise<void> {
  const brought = new URLSearchParams(location.hash.slice(1)).get(pageSecret.query);
  if (brought === null) return;
  const isTaken = browserStorage.getItem(pageSecret.entry) === null || !(await isRefused(brought));
  if (isTaken) unkept = rememberText(browserStorage, pageSecret.entry, brought) ? null : brought;
  // Only now: a page that is loaded anew meanwhile finds it again.
  history.replaceState(history.state, "", location.pathname + location.search);
}

/** How long the server may take to say so, in ms: until then the page is blank. */
const patience = 3000;

async function isRefused(secret: string): Promise<boolean> {
  const init = { headers: { [pageSecret.header]: secret }, signal: AbortSignal.timeout(patience) };
  const answer = await fetch(platformApi.getMe.path, init).catch(() => null);
  return answer?.status === 401;
}

/** `fetch` with the page's secret. */
export const ownFetch: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  const secret = ownSecret();
  if (secret !== null) headers.set(pageSecret.header, secret);
  return fetch(input, { ...init, headers });
};

/** An own address for what sends no headers: a stream, a download. */
export function ownAddress(address: string): string {
  const secret = ownSecret();
  if (secret === null) return address;
  return `${address}${address.includes("?") ? "&" : "?"}${pageSecret.query}=${encodeURIComponent(secret)}`;
}
