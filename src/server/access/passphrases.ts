import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import type { SecretsDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import { Problem } from "../../core/problem.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { Attempts } from "./attempts.ts";

/** scrypt's N: 32 MB and some 80 ms a try, on a machine of today. */
const cost = 2 ** 15;

/** What the sign-in page asks an account for. Kept stretched and salted; an account without one is open to this machine. */
export class Passphrases {
  private readonly secrets: JsonDocument<SecretsDocument>;
  /** One check at a time, since each needs 32 MB. */
  private last: Promise<unknown> = Promise.resolve();
  /** How often somebody has tried to change one. */
  private readonly tries = new Attempts(limits.passphraseTries.value, 5 * 60_000);

  constructor(secrets: JsonDocument<SecretsDocument>) {
    this.secrets = secrets;
  }

  has(accountId: string): boolean {
    return keptOf(this.secrets.data, accountId) !== undefined;
  }

  /** `mayStill`: whether it may be set, told within the same change. Gives what that gave. */
  async set(
    accountId: string,
    passphrase: string | null,
    mayStill: (draft: SecretsDocument) => boolean = () => true,
  ): Promise<boolean> {
    const salt = randomBytes(16);
    const hash = passphrase === null ? null : await this.stretched(passphrase, salt, cost);
    return this.secrets.update((draft) => {
      if (!mayStill(draft)) return false;
      const { passphrases } = draft;
      if (hash === null) delete passphrases[accountId];
      else passphrases[accountId] = { hash: hash.toString("hex"), salt: salt.toString("hex"), cost };
      return true;
    });
  }

  /**
   * Sets another one, once the one before is told.
   *
   * @throws Problem forbidden, also where the one that was told is no longer the account's; busy after too many tries
   */
  async change(accountId: string, wanted: { passphrase: string | null; current?: string | undefined }) {
    const before = keptOf(this.secrets.data, accountId);
    if (before !== undefined) {
      const wait = this.tries.waitFor(accountId, Date.now());
      if (wait > 0)
        throw new Problem("busy", `Too many tries. Wait ${wait} seconds.`, {
          headers: { "Retry-After": String(wait) },
        });
      if (wanted.current === undefined || !(await this.matches(accountId, wanted.current))) throw untold();
      this.tries.forget(accountId);
    }
    const isStill = await this.set(
      accountId,
      wanted.passphrase,
      (draft) => keptOf(draft, accountId)?.hash === before?.hash,
    );
    if (!isStill) throw untold();
  }

  /** Whether this is the account's passphrase; false where it has none. Takes as long either way. */
  async matches(accountId: string, passphrase: string): Promise<boolean> {
    const kept = keptOf(this.secrets.data, accountId);
    const salt = kept === undefined ? randomBytes(16) : Buffer.from(kept.salt, "hex");
    const hash = await this.stretched(passphrase, salt, kept?.cost ?? cost);
    return kept !== undefined && timingSafeEqual(hash, Buffer.from(kept.hash, "hex"));
  }

  private stretched(passphrase: string, salt: Buffer, N: number): Promise<Buffer> {
    const options: ScryptOptions = { N, r: 8, p: 1, maxmem: 2 * 128 * 8 * N };
    const work = () =>
      new Promise<Buffer>((resolve, reject) => {
        scrypt(passphrase.normalize("NFKC"), salt, 32, options, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      });
    const run = this.last.then(work);
    this.last = run.catch(() => undefined);
    return run;
  }
}

const keptOf = ({ passphrases }: SecretsDocument, accountId: string) =>
  Object.hasOwn(passphrases, accountId) ? passphrases[accountId] : undefined;

const untold = (): Problem =>
  new Problem("forbidden", "Give the passphrase that the account has now, as `current`.");
