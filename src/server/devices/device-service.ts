import { randomInt } from "node:crypto";
import type { CredentialRef, SecretsDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import { codeLength, codeLetters, type Device, type Pairing } from "../../core/pairing.ts";
import { writtenTime } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { newApiKey } from "../access/api-key-service.ts";
import { Attempts } from "../access/attempts.ts";
import { lastUse } from "../access/last-use.ts";
import { sha256 } from "../access/secret-text.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId } from "../workspace/new-id.ts";

/** How far behind `lastSeenAt` may be on disk, in ms: it is not worth a write for every request. */
const lastSeenStep = 60_000;
const minute = 60_000;

type Running = Pick<Device, "sdk" | "userId">;
type Seen = Pick<Device, "lastSeenAt"> & Running;
type StoredDevice = SecretsDocument["devices"][number];
type StoredPairing = SecretsDocument["pairings"][number];

/** What a code, and the device that it pairs, was made for, by whom, and with what it ends. */
type PairedBy = Pick<StoredPairing, "spaceId" | "environment" | "accountId" | "endsWith">;

/** Devices: each is paired by a code that works once, and has an API key of its own, kept as a hash. */
export class DeviceService {
  private readonly secrets: Pick<JsonDocument<SecretsDocument>, "data" | "update">;
  private readonly now: () => number;
  private readonly platformNow: () => number;
  private readonly mayStay: (by: PairedBy) => boolean;
  /** What was seen of devices since it was last written. */
  private readonly seen = new Map<string, Seen>();
  private written = 0;
  private readonly tries = new Attempts(limits.pairingTriesOfOne.value, minute);
  private readonly allTries = new Attempts(limits.pairingTries.value, minute);

  /**
   * `now`: the real time, `platformNow`: the platform clock, in ms UTC. `mayStay`: whether who paired a device is still in its Space's
   * Organization, and what they did it by still lets anybody in.
   */
  constructor(
    secrets: Pick<JsonDocument<SecretsDocument>, "data" | "update">,
    { now, platformNow }: { readonly now: () => number; readonly platformNow: () => number },
    mayStay: (by: PairedBy) => boolean,
  ) {
    this.secrets = secrets;
    this.now = now;
    this.platformNow = platformNow;
    this.mayStay = mayStay;
  }

  /** A new code; the oldest of the same account makes room where there are too many. */
  async offer(
    place: EnvironmentRef,
    { accountId, endsWith }: { readonly accountId: string; readonly endsWith: CredentialRef | null },
  ): Promise<Omit<Pairing, "url">> {
    const code = Array.from({ length: codeLength }, () => codeLetters[randomInt(codeLetters.length)]).join(
      "",
    );
    const lasts = limits.pairingMinutes.value * minute;
    const now = this.now();
    const expiresAt = new Date(now + lasts).toISOString();
    const until = writtenTime(this.platformNow() + lasts);
    await this.secrets.update((draft) => {
      const live = draft.pairings.filter((one) => this.isLive(one));
      const own = live.filter((one) => one.accountId === accountId);
      const over = new Set(own.slice(0, Math.max(0, own.length - limits.pairings.value + 1)));
      const by = { accountId, ...(endsWith !== null && { endsWith }) };
      draft.pairings = live.filter((one) => !over.has(one));
      draft.pairings.push({ ...place, ...by, hash: sha256(code), expiresAt, until });
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
  ): Promise<{ readonly apiKey: string; readonly by: PairedBy }> {
    const now = this.now();
    const wait = this.tries.waitFor(from, now);
    if (wait > 0) throw tooManyTries(wait);
    // What has expired once stays so, wherever the clocks are set.
    if (this.secrets.data.pairings.some((one) => !this.isLive(one)))
      await this.secrets.update((draft) => {
        draft.pairings = draft.pairings.filter((one) => this.isLive(one));
      });
    const hash = sha256(code.toUpperCase().replace(/[\s-]/g, ""));
    const made = await this.secrets.update((draft) => {
      const at = draft.pairings.findIndex((one) => one.hash === hash && this.isLive(one));
      const found = draft.pairings[at];
      if (found === undefined) {
        const waitOfAll = this.allTries.waitFor("", now);
        if (waitOfAll > 0) throw tooManyTries(waitOfAll);
        throw new Problem("gone", "This code was used or has expired. Create a new one in the console.");
      }
      draft.pairings.splice(at, 1);
      const { hash: _, expiresAt, until, ...by } = found;
      const apiKey = newApiKey(by.environment);
      const pairedAt = new Date(now).toISOString();
      const device = { id: newId("dev"), name, pairedAt, lastSeenAt: null, sdk: null, userId: null };
      draft.devices = this.withRoom(draft.devices, by.spaceId);
      draft.devices.push({ ...device, ...by, hash: sha256(apiKey) });
      return { apiKey, by };
    });
    this.tries.forget(from);
    return made;
  }

  /** Those of the Spaces that the caller sees, newest first. */
  list(sees: (spaceId: string) => boolean): Device[] {
    return this.secrets.data.devices
      .filter((one) => sees(one.spaceId) && this.mayStay(one))
      .map(({ id, name, pairedAt, lastSeenAt, sdk, userId }) => ({
        ...{ id, name, pairedAt, lastSeenAt, sdk, userId },
        ...this.seen.get(id),
      }))
      .reverse();
  }

  /** Whether a device's key still opens anything. */
  isPaired(id: string): boolean {
    const found = this.secrets.data.devices.find((one) => one.id === id);
    return found !== undefined && this.mayStay(found);
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

  /** A request came with this device's key; with what it runs, for whom, where it started a session. */
  note(id: string, started?: Running): void {
    const now = this.now();
    const before = this.seen.get(id) ?? this.secrets.data.devices.find((one) => one.id === id);
    const { sdk, userId } = started ?? before ?? { sdk: null, userId: null };
    this.seen.set(id, { lastSeenAt: new Date(now).toISOString(), sdk, userId });
    if (Math.abs(now - this.written) < lastSeenStep) return;
    this.written = now;
    // What could not be written now is with the next minute's.
    this.write().catch(sayFault);
  }

  private async write(): Promise<void> {
    await this.secrets.update((draft) => {
      draft.devices = draft.devices.map((one) => ({ ...one, ...this.seen.get(one.id) }));
    });
  }

  /** Without those that have ended, and with room for one more of this Space. */
  private withRoom(devices: readonly StoredDevice[], spaceId: string): StoredDevice[] {
    const now = this.now();
    const usedAt = ({ id, pairedAt, lastSeenAt }: StoredDevice) =>
      lastUse([pairedAt, lastSeenAt, this.seen.get(id)?.lastSeenAt], now);
    const living = devices.filter((one) => this.mayStay(one));
    const own = living.filter((one) => one.spaceId === spaceId).sort((a, b) => usedAt(a) - usedAt(b));
    const over = new Set(own.slice(0, Math.max(0, own.length - limits.devicesPerSpace.value + 1)));
    return living.filter((one) => !over.has(one));
  }

  private isLive(one: StoredPairing): boolean {
    const isInTime = Date.parse(one.expiresAt) > this.now() && Date.parse(one.until) > this.platformNow();
    return isInTime && this.mayStay(one);
  }
}

const tooManyTries = (wait: number): Problem =>
  new Problem("gone", `Too many codes were tried. Wait ${wait} seconds, then try yours.`, {
    headers: { "Retry-After": String(wait) },
  });
