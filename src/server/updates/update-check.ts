import { createPublicKey, verify } from "node:crypto";
import { buffer } from "node:stream/consumers";
import SemVer from "semver/classes/semver.js";
import type { SecretsDocument } from "../../core/documents.ts";
import { parsedJson } from "../../core/parsed-json.ts";
import { Problem } from "../../core/problem.ts";
import { type Release, release, type UpdateSource, type Updates } from "../../core/updates.ts";
import { atMost } from "../at-most.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { JsonDocument } from "../workspace/json-document.ts";

const day = 86_400_000;
const firstLook = 60_000;
const patience = 10_000;
const mostBytes = 64 * 1024;
/** What comes before 32 bytes of Ed25519 in a SubjectPublicKeyInfo (RFC 8410, 4). */
const keyHead = Buffer.from("302a300506032b6570032100", "hex");

/** Looks for a newer version where the operator says; the source lies with the secrets, which no clone brings. */
export class UpdateCheck {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly version: string;
  private known: Omit<Updates, "source"> = { available: null, checkedAt: null, problem: null };
  private timer: NodeJS.Timeout | undefined;

  constructor(secrets: JsonDocument<SecretsDocument>, version: string) {
    this.secrets = secrets;
    this.version = version;
  }

  get(): Updates {
    return { source: this.secrets.data.updates, ...this.known };
  }

  async set(source: UpdateSource | null): Promise<Updates> {
    await this.secrets.update((draft) => {
      draft.updates = source;
    });
    this.known = { available: null, checkedAt: null, problem: null };
    return source === null ? this.get() : this.look();
  }

  /** @throws Problem conflict where nobody is to be asked */
  async look(): Promise<Updates> {
    const source = this.secrets.data.updates;
    if (source === null)
      throw new Problem("conflict", "No address is set to check for newer versions. Set one first.");
    const found = await this.found(source).then(
      (available) => ({ available, problem: null }),
      (error: unknown) => ({
        available: null,
        problem: error instanceof Error ? error.message : String(error),
      }),
    );
    const now = this.secrets.data.updates;
    // The address or the key may have changed meanwhile.
    if (now?.address === source.address && now.publicKey === source.publicKey) {
      const available = newest(this.known.available, found.available);
      this.known = { ...found, available, checkedAt: new Date().toISOString() };
    }
    return this.get();
  }

  /** Asks soon and then daily, as long as somebody is to be asked. Returns how to stop. */
  start(): () => void {
    const again = async () => {
      if (this.secrets.data.updates !== null) await this.look().catch(() => undefined);
      this.timer = setTimeout(again, day).unref();
    };
    this.timer = setTimeout(again, firstLook).unref();
    return () => clearTimeout(this.timer);
  }

  private async found({ address, publicKey }: UpdateSource): Promise<Release | null> {
    const signed = new URL(address);
    signed.pathname += ".sig";
    const [text, signature] = await Promise.all([bytesAt(address), bytesAt(signed.href)]);
    const key = createPublicKey({
      key: Buffer.concat([keyHead, Buffer.from(publicKey, "base64")]),
      format: "der",
      type: "spki",
    });
    // The file as it is, or as base64.
    const raw =
      signature.length === 64 ? signature : Buffer.from(signature.toString("latin1").trim(), "base64");
    if (!verify(null, text, key, raw))
      throw new Error("The release is not signed with the key that you gave.");
    const read = release.safeParse(parsedJson(text.toString("utf8")));
    if (!read.success) throw new Error("The release is signed, but says no version, or no address.");
    if (new URL(read.data.url).origin !== signed.origin)
      throw new Error("The release points to another host than the one that was checked.");
    return new SemVer(read.data.version).compare(this.version) > 0 ? read.data : null;
  }
}

/** Whoever answers with an older release than before replays it. */
const newest = (a: Release | null, b: Release | null): Release | null =>
  a === null || (b !== null && new SemVer(b.version).compare(a.version) >= 0) ? b : a;

/** @throws Error in words for the operator */
async function bytesAt(address: string): Promise<Buffer> {
  const failed = (why: string) => new Error(`${address} ${why}.`);
  const answer = await fetch(address, { redirect: "error", signal: AbortSignal.timeout(patience) }).catch(
    () => {
      throw failed("did not answer, or leads elsewhere");
    },
  );
  if (!answer.ok || answer.body === null) throw failed(`answered ${answer.status}`);
  return buffer(atMost(answer.body, mostBytes, () => failed("is larger than 64 KB")));
}

type Names = "getUpdates" | "putUpdates" | "deleteUpdates" | "checkUpdates";

export const updateRoutes = ({
  updates,
}: {
  readonly updates: UpdateCheck;
}): Pick<PlatformHandlers, Names> => ({
  getUpdates: () => ({ body: updates.get() }),
  putUpdates: async ({ body }) => ({ body: await updates.set(body) }),
  deleteUpdates: async () => ({ body: await updates.set(null) }),
  checkUpdates: async () => ({ body: await updates.look() }),
});
