import { commands } from "vitest/browser";
import type { PlatformApi, PlatformRoute } from "../../../src/core/api.ts";
import type { Role } from "../../../src/core/organization.ts";
import { Problem, type ProblemCode } from "../../../src/core/problem.ts";
import type { RouteAnswer } from "../../../src/core/route.ts";
import type { RealAnswer } from "./cinema-server.ts";
import type { askCinema, askLegal, filesThatOpen, keepPicture, layLegal, likeTheme } from "./commands.ts";
import { type Behind, FakeApi, findRoute, problemOf } from "./fake-api.ts";

/** A command as the page calls it: without the context that it has in the test's process. */
type Called<Command> = Command extends (context: never, ...asked: infer Asked) => infer Answer
  ? (...asked: Asked) => Promise<Awaited<Answer>>
  : never;

declare module "vitest" {
  interface ProvidedContext {
    /** Whether somebody wants pictures of what tests look at. */
    readonly pictures: boolean;
    /** How many Spaces of legal documents are opened whole; 0: some pages of one. */
    readonly legalSpaces: number;
    readonly legalSeed: number;
    /** `all`: every read of every page fails in each way; else some of some pages. */
    readonly unreadPages: string;
    readonly unreadSeed: number;
  }
}

declare module "vitest/browser" {
  interface BrowserCommands {
    readonly askCinema: Called<typeof askCinema>;
    readonly askLegal: Called<typeof askLegal>;
    readonly layLegal: Called<typeof layLegal>;
    readonly filesThatOpen: Called<typeof filesThatOpen>;
    readonly likeTheme: Called<typeof likeTheme>;
    readonly keepPicture: Called<typeof keepPicture>;
  }
}

type Me = RouteAnswer<PlatformApi["getMe"]>;

const asResponse = ({ status, headers, text }: RealAnswer) =>
  new Response(status === 204 ? null : text, { status, headers });

/** What the real server has answered: no test changes it, so it is asked once for all but its own state. */
const answered = new Map<string, Promise<RealAnswer>>();

/** Asks the real server. */
export const askReal: Behind = async (method, address, body) => {
  const asked = `${method} ${address} ${body ?? ""}`;
  const known = address === "/v2/status" ? undefined : answered.get(asked);
  const answer = known ?? commands.askCinema(method, address, body ?? null);
  answered.set(asked, answer);
  answer.catch(() => answered.delete(asked));
  const { headers, ...rest } = await answer;
  return asResponse({ ...rest, headers: { ...headers, date: new Date().toUTCString() } });
};

/** A server with Spaces of legal documents. */
export const legalApi = (): FakeApi =>
  new FakeApi(async (method, address, body) =>
    asResponse(await commands.askLegal(method, address, body ?? null)),
  );

/**
 * The Space that `layCinema` lays, read from a real server; the operator has this role in it. A new Space, Matinee, is beside
 * it. What a test answers or refuses goes before, and what it writes stays in the page.
 */
export async function fullCinema(role: Role = "owner"): Promise<FakeApi> {
  const me: Me = await (await askReal("GET", "/v2/me", null)).json();
  return new FakeApi(askReal).answer("getMe", {
    ...me,
    organizations: me.organizations.map((one) => ({ ...one, role })),
    workspaceRole: role === "owner" ? me.workspaceRole : null,
  });
}

type Failure = ProblemCode | "lost" | "held";

/** The same Space, one route of which is refused, lost, or never answers, until it is mended; `fail`: from now on otherwise. */
export function unreadableCinema(route?: PlatformRoute, first?: Failure) {
  let failure = first;
  let mend = () => {};
  let isMended = false;
  const mended = new Promise<void>((resolve) => {
    mend = () => {
      isMended = true;
      resolve();
    };
  });
  const api = new FakeApi(async (method, address, body) => {
    const { pathname } = new URL(address, location.origin);
    if (failure !== undefined && !isMended && findRoute(method, pathname)?.route === route) {
      if (failure === "lost") throw new TypeError("Failed to fetch");
      if (failure !== "held") return problemOf(new Problem(failure, "The disk is full."));
      await mended;
    }
    return askReal(method, address, body);
  });
  return {
    api,
    mend,
    fail: (next: Failure) => {
      failure = next;
    },
  };
}
