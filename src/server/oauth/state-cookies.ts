import type { CookieOptions, Request, Response } from "express";
import { cookieOf } from "../access/console-access.ts";
import { sha256 } from "../access/secret-text.ts";

/** How many sign-ins a browser may have under way at once: the oldest is forgotten first. */
const most = 5;

/** A browser's cookies for sign-ins that are under way, one for each state: two tabs that sign in at once don't take each other's. */
export class StateCookies {
  private readonly name: string;
  private readonly options: CookieOptions;

  constructor(name: string, options: CookieOptions) {
    this.name = name;
    this.options = options;
  }

  /** Begins one, for `maxAge` ms. */
  set(
    req: Request,
    res: Response,
    state: string,
    { value, maxAge }: { value: string; maxAge: number },
  ): void {
    // A browser sends the oldest first (RFC 6265, 5.4).
    const old = (req.headers.cookie ?? "").match(new RegExp(`\\b${this.name}_[0-9a-f]{16}(?==)`, "g")) ?? [];
    for (const one of old.slice(0, Math.max(0, old.length - most + 1))) res.clearCookie(one, this.options);
    res.cookie(this.nameOf(state), value, { ...this.options, maxAge });
  }

  /** What was kept with this state in this browser, or null. */
  get(req: Request, state: unknown): string | null {
    return typeof state === "string" ? cookieOf(req.headers.cookie, this.nameOf(state)) : null;
  }

  clear(res: Response, state: string): void {
    res.clearCookie(this.nameOf(state), this.options);
  }

  private nameOf(state: string): string {
    return `${this.name}_${sha256(state).slice(0, 16)}`;
  }
}
