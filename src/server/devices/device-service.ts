import { randomInt } from "node:crypto";
import type { SecretsDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import { codeLength, codeLetters, type Device, type Pairing } from "../../core/pairing.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { newApiKey } from "../access/api-key-service.ts";
import { Attempts } from "../access/attempts.ts";
import { sha256 } from "../access/secret-text.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId } from "../workspace/new-id.ts";

/** How far behind `lastSeenAt` may be on disk, in ms: it is not worth a write for every request. */
const lastSeenStep = 60_000;
const minute = 60_000;

type Seen = Pick<Device, "lastSeenAt" | "sdk">;

/** Devices: each is paired by a code that works once, and has an API key of its own, kept as a hash. */
export class DeviceService {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly platformNow: () => number;
  /** What was seen of devices since it was last written. */
  private readonly seen = new Map<string, Seen>();
  private written = 0;
  private readonly tries = new Attempts(limits.pairingTriesOfOne.value, minute);
  private readonly allTries = new Attempts(limits.pairingTries.value, minute);

  /** `platformNow`: the platform clock, in ms UTC. */
  constructor(secrets: JsonDocument<SecretsDocument>, platformNow: () => number) {
    this.secrets = secrets;
    this.platformNow = platformNow;
  }

  /** A new code; the oldest makes room where there are too many. */
  async offer(place: EnvironmentRef): Promise<Omit<Pairing, "url">> {
    const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join(
      "",
    );
    const lasts = limits.pairingMinutes.value * minute;
    const now = Date.now();
    const expiresAt = new Date(now + lasts).toISOString();
    const until = new Date(this.platformNow() + lasts).toISOString();
    await this.secrets.update((draft) => {
      const live = draft.pairings.filter((one) => this.isLive(one));
      draft.pairings = [...live, { ...place, hash: sha256(code), expiresAt, until }].slice(
        -limits.pairings.value,
      );
    });
    return { code, expiresAt };
  }

  /**
   * Exchanges a code for the key of a new device. `from`: the caller's address.
   *
   * @throws Problem gone for a code that is used, expired or none, and for any after too many tries
   */
  async pair(
    code: string,
    { from, name }: { readonly from: string; readonly name: string },
  ): Promise<{ readonly apiKey: string; readonly place: EnvironmentRef }> {
    const now = Date.now();
    const wait = Math.max(this.tries.waitFor(from, now), this.allTries.waitFor("", now));
    if (wait > 0)
      throw new Problem("gone", `Too many codes were tried. Wait ${wait} seconds, then try yours.`, {
        headers: { "Retry-After": String(wait) },
      });
    const hash = sha256(code.toUpperCase().replace(/[\s-]/g, ""));
    const made = await this.secrets.update((draft) => {
      const at = draft.pairings.findIndex((one) => one.hash === hash && this.isLive(one));
      const found = draft.pairings[at];
      if (found === undefined)
        throw new Problem("gone", "This code was used or has expired. Make a new one in the console.");
      draft.pairings.splice(at, 1);
      const { spaceId, environment } = found;
      const apiKey = newApiKey(environment);
      const pairedAt = new Date(now).toISOString();
      const device = { id: newId("dev"), name, pairedAt, lastSeenAt: null, sdk: null };
      draft.devices = [...draft.devices, { ...device, spaceId, environment, hash: sha256(apiKey) }];
      return { apiKey, place: { spaceId, environment } };
    });
    this.tries.forget(from);
    return made;
  }

  /** Those of the Spaces that the caller sees, newest first. */
  list(sees: (spaceId: string) => boolean): Device[] {
    return this.secrets.data.devices
      .filter(({ spaceId }) => sees(spaceId))
      .map(({ id, name, pairedAt, lastSeenAt, sdk }) => ({
        ...{ id, name, pairedAt, lastSeenAt, sdk },
        ...this.seen.get(id),
      }))
      .reverse();
  }

  /** The Space that a device shows, or undefined. */
  spaceOf(id: string): string | undefined {
    return this.secrets.data.devices.find((one) => one.id === id)?.spaceId;
  }

  /** Its key opens nothing any more, and its streams end. */
  async disconnect(id: string): Promise<void> {
    await this.secrets.update((draft) => {
      draft.devices = draft.devices.filter((one) => one.id !== id);
    });
    this.seen.delete(id);
  }

  /** A request came with this device's key; with its SDK where it started a session. */
  note(id: string, sdk?: Device["sdk"]): void {
    const now = Date.now();
    const before = this.seen.get(id)?.sdk ?? this.secrets.data.devices.find((one) => one.id === id)?.sdk;
    this.seen.set(id, { lastSeenAt: new Date(now).toISOString(), sdk: sdk ?? before ?? null });
    if (now - this.written < lastSeenStep) return;
    this.written = now;
    // What could not be written now is with the next minute's.
    this.write().catch(() => undefined);
  }

  private async write(): Promise<void> {
    await this.secrets.update((draft) => {
      draft.devices = draft.devices.map((one) => ({ ...one, ...this.seen.get(one.id) }));
    });
  }

  private isLive({ expiresAt, until }: SecretsDocument["pairings"][number]): boolean {
    return Date.parse(expiresAt) > Date.now() && Date.parse(until) > this.platformNow();
  }
}
