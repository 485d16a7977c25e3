import type { Request, Response } from "express";
import { z } from "zod";
import { type CredentialRef, credential, type SecretsDocument } from "../../core/documents.ts";
import { limits } from "../../core/limits.ts";
import { role } from "../../core/organization.ts";
import { Problem } from "../../core/problem.ts";
import { type ConsoleSession, pageSecret } from "../../core/sign-in.ts";
import type { PassingNotes } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { randomText } from "../workspace/new-id.ts";
import type { Caller } from "./caller.ts";
import { lastUse, NotedUses } from "./last-use.ts";
import { isAnotherUsers } from "./peer-user.ts";
import { sha256 } from "./secret-text.ts";

/** How long a one-time address waits to be opened, and how long the cookie it gives lasts, in ms. */
const launchLife = 60 * 60_000;
const sessionLife = limits.consoleSessionDays.value * 24 * 60 * 60_000;
/** How far behind `lastUsedAt` may be, in ms: it is not worth a write for every request. */
const lastUsedStep = 10 * 60_000;

/** Whose session it is, what it may do, and what it ends with. */
const opened = z.object({ accountId: z.string(), role, endsWith: credential.optional() });
type Session = Readonly<z.output<typeof opened>>;
/** A one-time address that waits to be opened, and the path of the console that it leads to. */
const launch = { kind: "launch", payload: opened.extend({ path: z.string() }) };

/** Where the console is. */
interface Place {
  readonly origin: () => URL;
  /** Whether others than this machine call it. */
  readonly isPublic: boolean;
}

type Stored = SecretsDocument["consoleSessions"][number];

/** A part of the hash: it names the session and opens nothing. */
export const sessionId = ({ hash }: Stored): string => `con_${hash.slice(0, 16)}`;
const usedAt = ({ lastUsedAt, expiresAt }: Stored, now: number): number =>
  lastUse([Date.parse(expiresAt) - sessionLife, lastUsedAt], now);

const browsers = [
  [/Electron\//, "The desktop app"],
  [/Edg\//, "Edge"],
  [/Firefox\//, "Firefox"],
  [/Chrome\//, "Chrome"],
  [/Safari\//, "Safari"],
] as const;
const systems = [
  [/Windows/, "Windows"],
  [/Mac OS X/, "macOS"],
  [/Linux/, "Linux"],
] as const;

/** A browser in two words, as it names itself, e.g. "Firefox on Linux". */
function browserOf(agent = ""): string {
  const browser = browsers.find(([pattern]) => pattern.test(agent))?.[1] ?? "A browser";
  const system = systems.find(([pattern]) => pattern.test(agent))?.[1];
  return system === undefined ? browser : `${browser} on ${system}`;
}

/** The console's way in: a one-time address, exchanged for a cookie that no script can read and a secret of the page's own. */
export class ConsoleAccess {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly place: Place;
  /** Every server takes the addresses that any of them has made. */
  private readonly notes: PassingNotes;
  private readonly now: () => number;
  private readonly isAlive: (by: CredentialRef | null, now: number) => boolean;
  private readonly noted = new NotedUses(lastUsedStep);

  /** `now`: the real time, in ms UTC. `isAlive`: whether the token or sign-in by which a session was opened still lasts. */
  constructor(
    secrets: JsonDocument<SecretsDocument>,
    notes: PassingNotes,
    place: Place,
    now: () => number,
    isAlive: (by: CredentialRef | null, now: number) => boolean,
  ) {
    this.isAlive = isAlive;
    this.secrets = secrets;
    this.notes = notes;
    this.place = place;
    this.now = now;
  }

  /** An address that signs its opener in as this account, once, to do no more than `role` may; it leads to a path of the console. */
  async launchUrl(session: Session, path = "/"): Promise<string> {
    const token = randomText(32);
    const note = { id: sha256(token), uid: session.accountId, userCode: null, grantId: null, consumed: null };
    const until = this.now() + launchLife;
    // An account's new address takes the place of its own oldest, never of another account's.
    await this.notes.put(
      launch.kind,
      { ...note, until, payload: { ...session, path } },
      limits.launchAddresses.value,
    );
    return new URL(`/launch?token=${token}`, this.place.origin()).href;
  }

  /** None of an account's addresses that wait opens anything any more. */
  forgetLaunches(accountId: string): Promise<void> {
    return this.notes.remove(launch.kind, "uid", accountId);
  }

  /**
   * Exchanges the address for a cookie and a secret (told in the fragment, which is never sent). Only for somebody who goes
   * there: a picture or a frame of a page must not sign its reader in as somebody else, and asking what is there spends nothing.
   * The opener gets it as an argument, which all users of this machine may read: another user's browser is refused, and spends
   * nothing.
   *
   * Gives the account that is signed in, and where in the console to lead it; null where the address opens nothing: then it was
   * led to the sign-in.
   *
   * @throws Problem forbidden-origin
   */
  async enter(req: Request, res: Response): Promise<{ accountId: string; address: string } | null> {
    const reads = req.headers["sec-fetch-dest"] ?? "document";
    if (req.method !== "GET" || reads !== "document")
      throw new Problem("forbidden-origin", "Open this address in a window of its own.");
    // At a public address the other end is a proxy, and the person may be anywhere.
    if (!this.place.isPublic && (await isAnotherUsers(req.socket)))
      throw new Problem(
        "forbidden-origin",
        "This address is for the user of this computer who started Understudy. Sign in at /welcome instead.",
      );
    const token = typeof req.query.token === "string" ? req.query.token : "";
    const note = token === "" ? null : await this.notes.take(launch.kind, sha256(token));
    const waiting = note === null || note.until < this.now() ? null : launch.payload.parse(note.payload);
    if (waiting === null || !this.isAlive(waiting.endsWith ?? null, this.now())) {
      const mayBeIn = cookieOf(req.headers.cookie, this.cookieName()) !== null;
      res.set("Cache-Control", "no-store").redirect(303, mayBeIn ? "/" : "/welcome");
      return null;
    }
    const { path, ...session } = waiting;
    return { accountId: session.accountId, address: await this.signIn(req, res, session, path) };
  }

  /** Opens the console in this browser: a cookie, and where to lead it, with the page's secret in the fragment. */
  async signIn(req: Request, res: Response, session: Session, path = "/"): Promise<string> {
    const value = randomText(32);
    const page = randomText(32);
    await this.keep(hashOf(value, page), browserOf(req.headers["user-agent"]), session);
    res.cookie(this.cookieName(), value, {
      httpOnly: true,
      sameSite: "strict",
      secure: this.place.origin().protocol === "https:",
      path: "/",
      maxAge: sessionLife,
    });
    res.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" });
    return `${path}#${pageSecret.query}=${page}`;
  }

  /** The session of the request's cookie and its page's secret, or null. Its use is noted. */
  sessionOf(req: Request): Stored | null {
    const value = cookieOf(req.headers.cookie, this.cookieName());
    const page = req.get(pageSecret.header) ?? (req.method === "GET" ? req.query[pageSecret.query] : null);
    if (value === null || typeof page !== "string") return null;
    const hash = hashOf(value, page);
    const now = this.now();
    const found = this.secrets.data.consoleSessions.find((session) => session.hash === hash);
    if (found === undefined || !this.isOpen(found, now)) return null;
    this.noteUse(found, now);
    return found;
  }

  /** The account's browsers; `req` tells which of them asks. */
  list(accountId: string, req: Request): ConsoleSession[] {
    const current = this.sessionOf(req)?.hash;
    return this.secrets.data.consoleSessions
      .filter((session) => session.accountId === accountId && this.isOpen(session, this.now()))
      .map((session) => ({
        id: sessionId(session),
        name: session.name ?? "A browser",
        current: session.hash === current,
        createdAt: new Date(Date.parse(session.expiresAt) - sessionLife).toISOString(),
        lastUsedAt: session.lastUsedAt ?? null,
        expiresAt: session.expiresAt,
      }));
  }

  /** @throws Problem not-found where it is not the caller's, forbidden where it may do more than the caller */
  async revoke(caller: Caller, id: string): Promise<void> {
    await this.secrets.update((draft) => {
      const found = draft.consoleSessions.find(
        (session) => session.accountId === caller.account.id && sessionId(session) === id,
      );
      if (found === undefined) throw new Problem("not-found", "You have no console session with this id.");
      caller.assertMayEnd(found.role, id);
      draft.consoleSessions = draft.consoleSessions.filter((session) => session !== found);
    });
  }

  private async keep(hash: string, name: string, session: Session): Promise<void> {
    const now = this.now();
    const { accountId, role, endsWith } = session;
    await this.secrets.update((draft) => {
      const living = draft.consoleSessions.filter((one) => this.isOpen(one, now));
      const own = living
        .filter((one) => one.accountId === accountId)
        .sort((a, b) => usedAt(a, now) - usedAt(b, now));
      const over = new Set(
        own.slice(0, Math.max(0, own.length - limits.consoleSessionsPerAccount.value + 1)),
      );
      draft.consoleSessions = living.filter((one) => !over.has(one));
      draft.consoleSessions.push({
        hash,
        accountId,
        role,
        name,
        ...(endsWith !== undefined && { endsWith }),
        expiresAt: new Date(now + sessionLife).toISOString(),
      });
    });
  }

  /** Until its end, and that of the token or sign-in by which it was opened. */
  private isOpen({ expiresAt, endsWith }: Stored, now: number): boolean {
    return Date.parse(expiresAt) > now && this.isAlive(endsWith ?? null, now);
  }

  private noteUse({ hash, lastUsedAt }: Stored, now: number): void {
    if (!this.noted.isNews(hash, lastUsedAt, now)) return;
    const write = this.secrets.update((draft) => {
      const stored = draft.consoleSessions.find((one) => one.hash === hash);
      if (stored === undefined) this.noted.forget(hash);
      else stored.lastUsedAt = new Date(now).toISOString();
    });
    // A request must not fail because a last use could not be written.
    write.catch(sayFault);
  }

  private cookieName(): string {
    return cookieNameAt(this.place.origin(), "", "__Host-");
  }
}

/**
 * Browsers share cookies between the ports of a host, so each copy's has its port in its name. Over TLS the name says what
 * the browser holds it to (RFC 6265bis, 4.1.3): `__Host-` for the whole site, `__Secure-` for a path of it.
 */
export function cookieNameAt(origin: URL, what: string, prefix: "__Host-" | "__Secure-"): string {
  const name = ["understudy", what, origin.port].filter((part) => part !== "").join("_");
  return origin.protocol === "https:" ? `${prefix}${name}` : name;
}

/** A session needs both: the cookie, and the secret that only the page holds. */
const hashOf = (cookie: string, page: string): string => sha256(`${cookie}.${page}`);

/** One cookie of a Cookie header, or null. */
export function cookieOf(header: string | undefined, name: string): string | null {
  for (const part of (header ?? "").split(";")) {
    const [key, value] = part.trim().split("=", 2);
    if (key === name && value !== undefined) return value;
  }
  return null;
}

export const signInProblem = (detail: string): Problem =>
  new Problem("unauthorized", detail, { headers: { "WWW-Authenticate": 'Bearer realm="Understudy"' } });
