import type { Request, Response } from "express";
import type { EventFilters } from "../../core/event.ts";
import type { PlatformContext } from "../access/platform-context.ts";
import { EventStream } from "../http/event-stream.ts";
import { goneSignal } from "../http/gone-signal.ts";
import { cursorNumber, readCursor } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { EventQuery } from "../store/events.ts";
import type { Store } from "../store/ports.ts";
import { type Position, readPosition } from "./event-feed.ts";
import { eventQuery } from "./event-filter.ts";
import { readHistory } from "./event-history.ts";
import { countRate } from "./event-rate.ts";
import { searchPage, searchPageUp } from "./event-search.ts";
import { eventView } from "./event-view.ts";
import { rateRange } from "./rate-range.ts";

type Names = "listEvents" | "getEventRate" | "streamEvents" | "exportEvents";

/** Above every sequence: a page from the newest on. */
const newest = 2 ** 40 - 1;

export function eventRoutes({ store, feed, clock }: Services): Pick<PlatformHandlers, Names> {
  return {
    listEvents: async (call) => {
      const { after, before, limit, cursor: token, order } = call.query;
      const filter = { ...asked(call), after, before };
      const cursor = readCursor(token, 1)?.[0];
      const gone = goneSignal(call.res);
      if (order === "asc")
        return { body: await searchPageUp(store, filter, cursorNumber(cursor, after ?? 0), limit, gone) };
      return { body: await searchPage(store, filter, cursorNumber(cursor, newest), limit, gone) };
    },
    getEventRate: async (call) => {
      const range = rateRange(call.query, clock.now());
      const filter = { ...asked(call), from: range.from, to: range.to };
      const body = await countRate(store, filter, range, () => call.res.destroyed);
      return { body, headers: clock.headers() };
    },
    streamEvents: async (call) => {
      const from = resumeAfter(call.req) ?? knownPosition(call.query.lastEventId);
      const query = asked(call);
      return () => feed.read(query, from, new EventStream(call.res));
    },
    exportEvents: async (call) => {
      const { after, before } = call.query;
      const query = { ...asked(call), after, before };
      return () => writeExport(store, query, call.res);
    },
  };
}

const asked = ({
  context,
  query,
}: {
  readonly context: PlatformContext;
  readonly query: EventFilters;
}): EventQuery => eventQuery(context.space().data, context.environment(), query);

/** What an EventSource sends by itself when it comes back (HTML Living Standard, 9.2.4). */
function resumeAfter(req: Request): Position | null {
  const header = req.headers["last-event-id"];
  return typeof header === "string" ? readPosition(header) : null;
}

/** A bare sequence was read from the history, so it is one of now. */
function knownPosition(text: string | undefined): Position | null {
  const position = text === undefined ? null : readPosition(text);
  return position?.epoch === "" ? { ...position, epoch: null } : position;
}

/** Every matching event, oldest first, read and written page by page, as fast as the reader takes them. */
async function writeExport(store: Store, filter: EventQuery, res: Response): Promise<void> {
  const name = `events-${filter.environment.environment}.ndjson`;
  res.status(200).set({
    "Content-Type": "application/x-ndjson; charset=utf-8",
    "Content-Disposition": `attachment; filename="${name}"`,
  });
  for await (const events of readHistory(store, filter)) {
    if (res.destroyed) return;
    const lines = events.map((event) => `${JSON.stringify(eventView(event))}\n`);
    if (!res.write(lines.join(""))) await drainedOrGone(res);
  }
  res.end();
}

/** Leaves no listener behind: a long export waits many times on one response. */
const drainedOrGone = (res: Response): Promise<void> =>
  new Promise((resolve) => {
    if (res.destroyed) return resolve();
    const done = () => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.on("drain", done).on("close", done);
  });
