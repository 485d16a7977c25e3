import type { Attribute } from "../rule.ts";
import { type Actual, fieldReading, type Reading, timeReading } from "./operators.ts";
import type { Subject } from "./subject.ts";
import { formatTime } from "./time.ts";

/** How each attribute compares. A subject has it by its name; what the platform doesn't know is missing. */
export const attributeReadings: Readonly<Record<Attribute, Reading>> = {
  platform: fieldReading,
  locale: fieldReading,
  timeZone: fieldReading,
  kind: fieldReading,
  sessions: fieldReading,
  createdAt: timeReading,
  firstSeenAt: timeReading,
  lastSeenAt: timeReading,
};

/** An attribute as an explanation tells it: times are RFC 3339. */
export function attributeText(attribute: Attribute, subject: Pick<Subject, Attribute>): Actual {
  const actual = subject[attribute];
  return attributeReadings[attribute] === timeReading && typeof actual === "number"
    ? formatTime(actual)
    : actual;
}
