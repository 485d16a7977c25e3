import type { EventInput } from "../../../core/event.ts";
import type { Metadata } from "../types.ts";

/** An event as it goes over the wire, all but whose it is. */
export interface Draft {
  readonly id: string;
  readonly name: string;
  readonly time: string;
  readonly experienceId?: string;
  readonly metadata?: Metadata;
}

/** Whose an event is: a known user's or a visitor's, in a session where there was one. */
export type Owner = Pick<EventInput, "sessionId"> &
  ({ readonly userId: string } | { readonly anonymousId: string });

export type TrackedEvent = Draft & Owner;

/** An event that an earlier page has left, or null where the text is none of ours. */
export function readEvent(text: string): TrackedEvent | null {
  try {
    const event = JSON.parse(text) as Partial<TrackedEvent> | null;
    const isEvent = [event?.id, event?.name, event?.time].every((member) => typeof member === "string");
    return isEvent ? (event as TrackedEvent) : null;
  } catch {
    return null;
  }
}
