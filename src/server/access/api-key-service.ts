import type { ApiKeys, SecretsDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { randomText } from "../workspace/new-id.ts";
import { sha256 } from "./secret-text.ts";

const prefixes: Readonly<Record<EnvironmentKey, string>> = {
  development: "us_dev_",
  staging: "us_stg_",
  production: "us_prd_",
};

interface Entry {
  readonly environment: EnvironmentRef;
  /** In ms UTC; infinite for the current key. */
  readonly until: number;
  /** Whose key it is, where it is one device's. */
  readonly deviceId?: string;
}

interface PairedDevices {
  /** Whether a device's key still opens anything. */
  isPaired(deviceId: string): boolean;
  /** Told whenever a device's own key is used. */
  note(deviceId: string): void;
}

/** The API keys of each Space's environments: one that is current, and rotated ones for their grace period. */
export class ApiKeyService {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly serves: (spaceId: string) => boolean;
  private readonly devices: PairedDevices;
  private readonly now: () => number;
  private readonly isShared: boolean;
  private byHash = new Map<string, Entry>();
  private indexed: SecretsDocument | null = null;
  /** The key of the last request: most requests come with the same one. */
  private last: { readonly apiKey: string; readonly hash: string } | null = null;

  /**
   * `serves`: whether a Space is there; the keys of one that went away with a git checkout are kept for its return. `now`: the real
   * time, in ms UTC. `isShared`: where other servers make and delete Spaces, too, and none comes or goes by itself.
   */
  constructor(
    secrets: JsonDocument<SecretsDocument>,
    serves: (spaceId: string) => boolean,
    devices: PairedDevices,
    now: () => number,
    isShared = false,
  ) {
    this.secrets = secrets;
    this.serves = serves;
    this.devices = devices;
    this.now = now;
    this.isShared = isShared;
  }

  /**
   * The environment that a key selects, or null, also where its Space was deleted. Looked up by hash, so that timing tells nothing of
   * the key.
   *
   * @throws Problem busy where its Space is away: an SDK that heard that its key is unknown would drop its events
   */
  find(apiKey: string): EnvironmentRef | null {
    const entry = this.entry(apiKey);
    if (entry === undefined || entry.until <= this.now()) return null;
    if (entry.deviceId !== undefined) {
      if (!this.devices.isPaired(entry.deviceId)) return null;
      this.devices.note(entry.deviceId);
    }
    const { spaceId } = entry.environment;
    if (this.serves(spaceId)) return entry.environment;
    if (this.secrets.data.deletedSpaces?.includes(spaceId)) return null;
    throw new Problem(
      "busy",
      "This key's Space is not in the workspace's folder now, or its file can't be used. Keep the events: the key works again when it is back.",
      { headers: { "Retry-After": "5" } },
    );
  }

  /** The paired device whose own key this is, or null. */
  deviceOf(apiKey: string): string | null {
    const { deviceId } = this.entry(apiKey) ?? {};
    return deviceId !== undefined && this.devices.isPaired(deviceId) ? deviceId : null;
  }

  /** Gives each of these Spaces the keys that it lacks: a new Space, or one that came through git. */
  async ensure(spaceIds: readonly string[]): Promise<void> {
    const missing = spaceIds.filter((id) => this.secrets.data.apiKeys[id] === undefined);
    if (missing.length === 0) return;
    await this.secrets.update((draft) => {
      // One that was deleted and has come back by git.
      noteThere(draft, missing);
      for (const id of missing) delete draft.formerKeys?.[id];
      for (const id of missing) draft.apiKeys[id] ??= freshKeys();
    });
  }

  /**
   * The same of Spaces that are here, whoever made them. Not where another server can: that one has given them keys, and may have
   * just deleted one that is known here still.
   */
  async ensureFound(spaceIds: readonly string[]): Promise<void> {
    if (!this.isShared) await this.ensure(spaceIds);
  }

  /** The current key, and until when the one before it works. */
  current({ spaceId, environment }: EnvironmentRef): { apiKey: string; previousKeyUntil: string | null } {
    const keys = this.secrets.data.apiKeys[spaceId]?.[environment];
    const now = this.now();
    const last = keys?.previous.findLast((previous) => Date.parse(previous.until) > now);
    return { apiKey: keys?.apiKey ?? "", previousKeyUntil: last?.until ?? null };
  }

  /**
   * Makes a new key. The old one works for `graceSeconds` more; with 0 it stops at once. A Space that has no keys gets all of them.
   *
   * @throws Problem not-found where it was deleted meanwhile, conflict where many old ones still work: all of them are one document's
   */
  async rotate({ spaceId, environment }: EnvironmentRef, graceSeconds: number): Promise<void> {
    const now = this.now();
    await this.secrets.update((draft) => {
      const keys = draft.apiKeys[spaceId]?.[environment];
      if (keys === undefined) {
        if (draft.deletedSpaces?.includes(spaceId)) throw new Problem("not-found", "The Space is gone.");
        draft.apiKeys[spaceId] = freshKeys();
        return;
      }
      keys.previous = keys.previous.filter((previous) => Date.parse(previous.until) > now);
      if (graceSeconds === 0) keys.previous = [];
      else if (keys.previous.length >= limits.keysInGrace.value)
        throw new Problem(
          "conflict",
          `${keys.previous.length} earlier keys still work there. Wait until one ends, or end them all, with graceSeconds 0.`,
        );
      else
        keys.previous.push({ apiKey: keys.apiKey, until: new Date(now + graceSeconds * 1000).toISOString() });
      keys.apiKey = newApiKey(environment);
    });
  }

  async forget(spaceId: string): Promise<void> {
    await this.secrets.update((draft) => forgetKeys(draft, spaceId));
  }

  private entry(apiKey: string): Entry | undefined {
    if (this.indexed !== this.secrets.data) this.index();
    if (this.last?.apiKey !== apiKey) this.last = { apiKey, hash: sha256(apiKey) };
    return this.byHash.get(this.last.hash);
  }

  private index(): void {
    const found = new Map<string, Entry>();
    const all = Object.entries(this.secrets.data.apiKeys).flatMap(([spaceId, keys]) =>
      environmentKeys.map((environment) => ({ environment: { spaceId, environment }, ...keys[environment] })),
    );
    for (const { environment, previous } of all)
      for (const { apiKey, until } of previous)
        found.set(sha256(apiKey), { environment, until: Date.parse(until) });
    // After all of those: a file that was made elsewhere may have named one of these as a previous key.
    for (const { environment, apiKey } of all)
      found.set(sha256(apiKey), { environment, until: Number.POSITIVE_INFINITY });
    for (const { hash, spaceId, environment, id: deviceId } of this.secrets.data.devices)
      found.set(hash, { environment: { spaceId, environment }, until: Number.POSITIVE_INFINITY, deviceId });
    this.byHash = found;
    this.indexed = this.secrets.data;
  }
}

/** Of how many deleted Spaces the last keys are kept aside for a restore; the oldest make room. */
const formerKept = 100;

/** What opens a Space, its devices' keys too. Its own keys are kept aside for a restore. */
export function forgetKeys(draft: SecretsDocument, spaceId: string): void {
  const keys = draft.apiKeys[spaceId];
  if (keys !== undefined) {
    const { [spaceId]: _, ...others } = draft.formerKeys ?? {};
    draft.formerKeys = Object.fromEntries([...Object.entries(others), [spaceId, keys]].slice(-formerKept));
  }
  delete draft.apiKeys[spaceId];
  draft.devices = draft.devices.filter((device) => device.spaceId !== spaceId);
  draft.pairings = draft.pairings.filter((pairing) => pairing.spaceId !== spaceId);
}

/** From here on what is left of the Space is nobody's, unless it is there. */
export function noteDeleted(draft: SecretsDocument, spaceId: string): void {
  draft.deletedSpaces = [...new Set([...(draft.deletedSpaces ?? []), spaceId])];
}

/** What these Spaces have in the store is kept. */
export function noteThere(draft: SecretsDocument, spaceIds: readonly string[]): void {
  draft.deletedSpaces = draft.deletedSpaces?.filter((id) => !spaceIds.includes(id));
}

export const newApiKey = (environment: EnvironmentKey): string => `${prefixes[environment]}${randomText(28)}`;
/** Whether a key from elsewhere looks as those that are made here. */
export const isApiKey = (environment: EnvironmentKey, text: string): boolean =>
  text.startsWith(prefixes[environment]) &&
  /^[0-9A-Za-z]{1,100}$/.test(text.slice(prefixes[environment].length));
const fresh = (environment: EnvironmentKey): ApiKeys => ({ apiKey: newApiKey(environment), previous: [] });
const freshKeys = () => ({
  development: fresh("development"),
  staging: fresh("staging"),
  production: fresh("production"),
});
