import type { ReplayOptions } from "../../core/replay.ts";
import type { NewEvent } from "../store/events.ts";
import type { Recorded, Recording } from "./replay-recording.ts";

type Received = Pick<Recording, "firstReceived" | "lastReceived">;

/** How long after the start of a replay something is due that was received at `received`, in ms. */
export const dueAfter = (
  received: number,
  { firstReceived }: Received,
  speed: ReplayOptions["speed"],
): number => (speed === "max" ? 0 : (received - firstReceived) / speed);

/** How long a whole replay takes, in ms. */
export const lengthOf = (recording: Received, speed: ReplayOptions["speed"]): number =>
  dueAfter(recording.lastReceived, recording, speed);

/**
 * By how much every event's time is moved, in ms. `endsAt`: the platform's time when the last one is due. It is the same for
 * all, so that windows hold what they held, and rounded down, so that no event happens after it is played.
 */
export const shiftOf = (times: ReplayOptions["times"], { lastReceived }: Received, endsAt: number): number =>
  times === "kept" ? 0 : Math.floor(endsAt - lastReceived);

/** A recorded event as one that is new, by the name of `id`. */
export function playedEvent(recorded: Recorded, id: string, shift: number, prefix = ""): NewEvent {
  const { name, time, person, sessionId, experienceId, pairs } = recorded;
  return {
    id,
    name,
    time: time + shift,
    person: { kind: person.kind, id: prefix + person.id },
    sessionId: sessionId === null ? null : prefix + sessionId,
    experienceId,
    pairs,
    source: "replay",
    sdk: null,
  };
}
