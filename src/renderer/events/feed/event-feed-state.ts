import type { ConnectionState } from "../../live/event-stream.ts";
import { type EventWindow, emptyWindow } from "../../live/event-window.ts";
import type { EventFilter } from "../event-filter.ts";

/** The live list of one environment's events, as the Events page shows it. */
export interface EventFeedState {
  readonly phase: "loading" | "ready" | "failed";
  readonly problem: string | null;
  readonly filter: EventFilter;
  readonly window: EventWindow;
  /** Matching events that came and are not shown: counted, and read from the server when they are wanted. */
  readonly waiting: number;
  /** When the list was paused (ISO), or null while it is live. */
  readonly pausedAt: string | null;
  /** Whether the reader is at the live edge; rows that are being read never move. */
  readonly atTop: boolean;
  /** Whether a row is pressed, or current and in sight: it stays where it is, and new rows wait. */
  readonly held: boolean;
  /** Grows when the reader asks for the live edge, wherever the list is scrolled to. */
  readonly jumps: number;
  readonly olderProblem: string | null;
  /** How far back a search that takes long has got (ISO); null where it is through, or a full page was found. */
  readonly searchedTo: string | null;
  readonly connection: ConnectionState;
  /** Whether there has been no stream for some seconds: new events are then read now and then. */
  readonly isLate: boolean;
  /** Whether the reading of what came above the list takes long. */
  readonly catchingUp: boolean;
  /** Grows whenever events may have come past the stream: what counts them must ask anew. */
  readonly epoch: number;
}

/** Before anything is asked for. */
export const initialFeed: EventFeedState = {
  phase: "loading",
  problem: null,
  filter: {},
  window: emptyWindow,
  waiting: 0,
  pausedAt: null,
  atTop: true,
  held: false,
  jumps: 0,
  olderProblem: null,
  searchedTo: null,
  connection: "connecting",
  isLate: false,
  catchingUp: false,
  epoch: 0,
};

/** What a (re)load begins with; the filter, the pause and the connection stay. */
export const unloadedFeed: Partial<EventFeedState> = {
  phase: "loading",
  problem: null,
  waiting: 0,
  held: false,
  window: emptyWindow,
  olderProblem: null,
  searchedTo: null,
};
