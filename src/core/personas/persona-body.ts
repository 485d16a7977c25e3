import type { ExplainBody } from "../explanation.ts";
import type { Persona } from "../persona.ts";
import { lengthMs } from "../rule.ts";

/** When the persona is decided about, in ms UTC: at its own time, or now. */
export const personaTime = ({ at }: Pick<Persona, "at">, now: number): number =>
  at === null ? now : Date.parse(at);

/** The pretend user that a persona is at a time (ms UTC): who they are, and what they did by then. */
export function personaBody(
  { id, user: { userId, ...user }, events }: Pick<Persona, "id" | "user" | "events">,
  at: number,
): Pick<ExplainBody, "user" | "events"> {
  return {
    user: { ...user, id: userId ?? id },
    events: events.flatMap(({ name, ago, count, metadata }) => {
      const time = new Date(at - lengthMs(ago)).toISOString();
      return Array.from({ length: count }, () => ({ name, time, metadata }));
    }),
  };
}
