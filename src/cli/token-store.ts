import { readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import writeFileAtomic from "write-file-atomic";
import { z } from "zod";
import { parsedJson } from "../core/parsed-json.ts";
import { fileTrouble } from "../server/file-trouble.ts";
import { makeFolder } from "../server/make-folder.ts";
import { CliError } from "./cli-error.ts";
import { configFolder } from "./config-folder.ts";

/** RFC 6749, A.12 and A.17. Anything else goes into no header. */
const token = z.string().regex(/^[\x20-\x7e]+$/);
const storedSignIn = z.object({
  accessToken: token,
  /** Null where the platform gave none: then the sign-in ends with the access token. */
  refreshToken: token.nullable(),
  expiresAt: z.iso.datetime(),
});
export type StoredSignIn = z.output<typeof storedSignIn>;
/** Each sign-in is read by itself: a damaged one leaves the others as they are. */
const storeFile = z.object({ version: z.literal(1), platforms: z.record(z.string(), z.unknown()) });
type StoreFile = z.output<typeof storeFile>;

/** For how long another command is waited for, in ms: none needs longer than two requests take. */
const patience = 30_000;
const lockStep = 50;

/**
 * Where the tokens of `understudy login` are kept: a 0600 file in UNDERSTUDY_CONFIG_DIR, or in the system's folder for the
 * app's configuration.
 */
const tokenFile = (): string => join(configFolder(), "sign-ins.json");

/** The sign-in at a platform, by its origin; null where there is none. @throws CliError where it, or the file, is damaged */
export async function readSignIn(origin: string): Promise<StoredSignIn | null> {
  const found = signInAt(origin, await read());
  if (found.success) return found.data;
  throw new CliError(
    `The sign-in at ${origin} in ${tokenFile()} is damaged. Sign in again with \`understudy login\`.`,
  );
}

const signInAt = (origin: string, { platforms }: StoreFile) =>
  storedSignIn.nullable().safeParse(Object.hasOwn(platforms, origin) ? platforms[origin] : null);

/**
 * Changes the sign-in at a platform; null forgets it. A damaged one counts as none. No other command reads or changes it
 * meanwhile: of two that refresh with one token, the platform would take the second for a thief.
 *
 * @throws CliError where the file is damaged, can't be written, or is locked for long
 */
export async function changeSignIn(
  origin: string,
  change: (now: StoredSignIn | null) => Promise<StoredSignIn | null> | StoredSignIn | null,
): Promise<StoredSignIn | null> {
  const path = tokenFile();
  return locked(path, async () => {
    const file = await read();
    const found = signInAt(origin, file);
    const before = found.data ?? null;
    const after = await change(before);
    if (found.success && after === before) return after;
    const { [origin]: _, ...others } = file.platforms;
    const next: StoreFile = {
      version: 1,
      platforms: after === null ? others : { ...others, [origin]: after },
    };
    await writeFileAtomic(path, `${JSON.stringify(next, null, 2)}\n`, { mode: 0o600 });
    return after;
  });
}

async function read(): Promise<StoreFile> {
  const path = tokenFile();
  const text = await readFile(path, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw new CliError(`${path} can't be read: ${fileTrouble(error)}.`);
  });
  if (text === null) return { version: 1, platforms: {} };
  const parsed = storeFile.safeParse(parsedJson(text));
  if (parsed.success) return parsed.data;
  throw new CliError(`${path} is damaged. Remove it, then sign in again with \`understudy login\`.`);
}

async function locked<T>(path: string, work: () => Promise<T>): Promise<T> {
  const release = await takeLock(`${path}.lock`);
  try {
    return await work();
  } finally {
    release();
  }
}

/** The system takes it back from a command that is gone, and from none that is only suspended. */
async function takeLock(lock: string): Promise<() => void> {
  // Most commands need none.
  const { tryLock } = await import("../server/file-lock.ts");
  const until = performance.now() + patience;
  for (;;) {
    const release = await makeFolder(dirname(lock), 0o700)
      .then(() => tryLock(lock))
      .catch((error: unknown) => {
        throw new CliError(`${lock} can't be locked: ${fileTrouble(error, lock).replace(/\.$/, "")}.`);
      });
    if (release !== null) return release;
    if (performance.now() > until) throw new CliError(`Another understudy command holds ${lock}. Try again.`);
    await wait(lockStep);
  }
}
