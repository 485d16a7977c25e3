import type { Request, Response } from "express";
import type { CredentialRef, SecretsDocument } from "../../core/documents.ts";
import type { Role } from "../../core/organization.ts";
import { Problem } from "../../core/problem.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { randomText } from "../workspace/new-id.ts";
import { sha256 } from "./secret-text.ts";

/** How long a one-time address waits to be opened, and how long the cookie it gives lasts, in ms. */
const launchLife = 60 * 60_000;
const sessionLife = 30 * 24 * 60 * 60_000;
/** The most addresses that wait to be opened; the oldest makes room. */
const launchesKept = 200;

/** Whose session it is, what it may do, and what it ends with. */
interface Session {
  readonly accountId: string;
  readonly role: Role;
  readonly endsWith?: CredentialRef | undefined;
}

/** The console's way in: a one-time address, exchanged for a cookie that no script can read. */
export class ConsoleAccess {
  private readonly secrets: JsonDocument<SecretsDocument>;
  private readonly origin: () => URL;
  private readonly launches = new Map<string, Session & { readonly until: number }>();

  constructor(secrets: JsonDocument<SecretsDocument>, origin: () => URL) {
    this.secrets = secrets;
    this.origin = origin;
  }

  /** An address that signs its opener in as this account, once, to do no more than `role` may. */
  launchUrl(session: Session): string {
    const token = randomText(32);
    const [oldest] = this.launches.keys();
    if (oldest !== undefined && this.launches.size >= launchesKept) this.launches.delete(oldest);
    this.launches.set(sha256(token), { ...session, until: Date.now() + launchLife });
    return new URL(`/launch?token=${token}`, this.origin()).href;
  }

  /**
   * Exchanges the address for a cookie and leads on to the console. Only for somebody who goes there: a picture or a frame
   * of a page must not sign its reader in as somebody else, and asking what is there spends nothing.
   *
   * @throws Problem forbidden-origin
   */
  async enter(req: Request, res: Response): Promise<void> {
    const reads = req.headers["sec-fetch-dest"] ?? "document";
    if (req.method !== "GET" || reads !== "document")
      throw new Problem("forbidden-origin", "Open this address in a window of its own.");
    const token = typeof req.query.token === "string" ? req.query.token : "";
    const launch = this.launches.get(sha256(token));
    this.launches.delete(sha256(token));
    if (launch === undefined || launch.until < Date.now()) {
      res.set("Cache-Control", "no-store").redirect(303, this.sessionOf(req) === null ? "/welcome" : "/");
      return;
    }
    const value = randomText(32);
    await this.keep(value, launch);
    res.cookie(this.cookieName(), value, {
      httpOnly: true,
      sameSite: "strict",
      path: "/",
      maxAge: sessionLife,
    });
    res.set({ "Cache-Control": "no-store", "Referrer-Policy": "no-referrer" }).redirect(303, "/");
  }

  /** The account of the request's cookie and what it may do, or null. */
  sessionOf(req: Request): Session | null {
    const value = cookieOf(req.headers.cookie, this.cookieName());
    if (value === null) return null;
    const hash = sha256(value);
    const found = this.secrets.data.consoleSessions.find((session) => session.hash === hash);
    return found === undefined || Date.parse(found.expiresAt) <= Date.now() ? null : found;
  }

  private async keep(value: string, { accountId, role, endsWith }: Session): Promise<void> {
    const now = Date.now();
    await this.secrets.update((draft) => {
      draft.consoleSessions = draft.consoleSessions
        .filter((session) => Date.parse(session.expiresAt) > now)
        .slice(-49);
      draft.consoleSessions.push({
        hash: sha256(value),
        accountId,
        role,
        ...(endsWith !== undefined && { endsWith }),
        expiresAt: new Date(now + sessionLife).toISOString(),
      });
    });
  }

  /** Browsers share cookies between the ports of a host, so each copy's has its port in its name. */
  private cookieName(): string {
    return `understudy_${this.origin().port}`;
  }
}

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
