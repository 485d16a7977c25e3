import { useEffect, useState } from "react";
import { forget, isFleeting, read, write } from "./storage.ts";

/** What the app is connected to: which environment of which Space, and by which key. */
export interface Connection {
  readonly apiKey: string;
  readonly environment: string;
  readonly spaceKey: string;
  /** Where the console answers; null on a device that cannot reach it. */
  readonly consoleUrl: string | null;
  /** Where else the platform may be found. */
  readonly addresses: readonly string[];
}

/** How a start ended. `lost`: nobody answered, and it is tried again. */
export type Start =
  | { readonly kind: "connected"; readonly connection: Connection }
  | { readonly kind: "unpaired"; readonly wasDisconnected: boolean }
  | { readonly kind: "missing"; readonly sentence: string }
  | { readonly kind: "lost" };

const keyEntry = "marquee:device-key";
const query = new URLSearchParams(location.search);
/** The key of an address, as long as another is kept: it is worth something only where that is refused, and it is not. */
let offeredKey: string | null = null;

interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

/** @throws where nobody answers */
async function ask(path: string, init: RequestInit = {}): Promise<Answer> {
  const response = await fetch(path, { ...init, signal: AbortSignal.timeout(5000) });
  return { status: response.status, body: await response.json() };
}

/** Asks with the key that this device was paired with, else without one: on the platform's own computer that is enough. */
export async function connect(): Promise<Start> {
  try {
    let wasDisconnected = false;
    for (const key of [read(keyEntry), offeredKey]) {
      if (key === null) continue;
      const known = await ask(`/demo/connection?key=${encodeURIComponent(key)}`);
      if (known.status === 200) {
        write(keyEntry, key);
        return connected(known);
      }
      if (known.status === 401) {
        forget(keyEntry);
        wasDisconnected = true;
      }
    }
    const environment = query.get("environment");
    const own = await ask(
      `/demo/connection${environment === null ? "" : `?environment=${encodeURIComponent(environment)}`}`,
    );
    if (own.status === 200) return connected(own);
    if (own.status === 401) return { kind: "unpaired", wasDisconnected };
    return { kind: "missing", sentence: String(own.body.detail) };
  } catch {
    return { kind: "lost" };
  }
}

const connected = ({ body }: Answer): Start => ({
  kind: "connected",
  connection: body as unknown as Connection,
});

/** Exchanges the code for a key of this device's own. Gives null where that worked, else what to do. */
export async function pair(code: string): Promise<string | null> {
  try {
    const { status, body } = await ask("/sdk/v1/pair", { method: "POST", body: JSON.stringify({ code }) });
    if (status !== 200) return String(body.detail);
    write(keyEntry, String(body.apiKey));
    return null;
  } catch {
    return "Not connected. Join the network of the computer that shows the code.";
  }
}

/** Loads the page anew once it is paired. A key that would be lost with the page goes along in its address, as `takeKey` reads it. */
export function startOver(): void {
  if (isFleeting(keyEntry)) location.hash = `key=${read(keyEntry)}`;
  location.reload();
}

/** The code that the address brought along, as a scanned one does; it leaves the address bar at once. */
export function takeCode(): string | null {
  const code = query.get("pair");
  if (code === null) return null;
  query.delete("pair");
  history.replaceState(null, "", query.size === 0 ? location.pathname : `${location.pathname}?${query}`);
  return code;
}

/**
 * The key that an address brought along, when this device was sent on from where the platform no longer is. Anybody can make
 * such an address: it takes no key's place.
 */
export function takeKey(): void {
  const [, key] = /^#key=(us_\w+)$/.exec(location.hash) ?? [];
  if (key === undefined) return;
  if (read(keyEntry) === null) write(keyEntry, key);
  else offeredKey = key;
  history.replaceState(null, "", `${location.pathname}${location.search}`);
}

/** Goes to where the platform is now: its computer may have another address, or be reached by its name alone. */
export async function lookElsewhere(addresses: readonly string[]): Promise<void> {
  const key = read(keyEntry);
  if (key === null) return;
  for (const address of addresses) {
    if (address === location.origin) continue;
    try {
      // Whether anything is there; what it says is not for this page to read.
      await fetch(`${address}/healthz`, {
        mode: "no-cors",
        cache: "no-store",
        signal: AbortSignal.timeout(2000),
      });
      location.replace(`${address}/demo${location.search}#key=${key}`);
      return;
    } catch {
      // Not there.
    }
  }
}

/** Whether the platform answers right now; `refused` once this device was disconnected. Looks every few seconds, and on return. */
export function useReach(apiKey: string | null): "answers" | "silent" | "refused" {
  const [reach, setReach] = useState<"answers" | "silent" | "refused">("answers");
  useEffect(() => {
    if (apiKey === null) return;
    let timer = 0;
    const look = async () => {
      clearTimeout(timer);
      setReach(await reachOf(apiKey));
      timer = window.setTimeout(look, 2500);
    };
    const events = ["online", "offline", "visibilitychange", "focus"];
    for (const event of events) window.addEventListener(event, look);
    timer = window.setTimeout(look, 2500);
    return () => {
      clearTimeout(timer);
      for (const event of events) window.removeEventListener(event, look);
    };
  }, [apiKey]);
  return reach;
}

async function reachOf(apiKey: string): Promise<"answers" | "silent" | "refused"> {
  try {
    const { status } = await ask(`/demo/connection?key=${encodeURIComponent(apiKey)}`);
    return status === 401 ? "refused" : "answers";
  } catch {
    return "silent";
  }
}

/** Somebody whom a presenter has chosen in the console. */
export interface OnStage {
  readonly id: string;
  readonly name: string;
}

/** Follows the console's Stage: on every screen the same person. */
export function useStage(apiKey: string | null, onPerson: (person: OnStage | null) => void): void {
  useEffect(() => {
    if (apiKey === null) return;
    let isFollowing = false;
    const stream = new EventSource(`/sdk/v1/stage?key=${encodeURIComponent(apiKey)}`);
    stream.addEventListener("stage", ({ data }: MessageEvent<string>) => {
      const { person }: { readonly person: OnStage | null } = JSON.parse(data);
      // Nobody is news only after somebody: the show has started over.
      if (person !== null || isFollowing) onPerson(person);
      isFollowing = person !== null;
    });
    return () => stream.close();
  }, [apiKey, onPerson]);
}
