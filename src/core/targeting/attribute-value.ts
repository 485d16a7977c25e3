import type { Attribute } from "../rule.ts";
import { type Actual, fieldReading, type Reading, timeReading } from "./operators.ts";
import type { Subject } from "./subject.ts";
import { formatTime } from "./time.ts";

interface AttributeSource {
  readonly value: (subject: Subject) => Actual;
  readonly reading: Reading;
}
const plain = (value: AttributeSource["value"]): AttributeSource => ({ value, reading: fieldReading });
const time = (value: (subject: Subject) => number | null): AttributeSource => ({
  value,
  reading: timeReading,
});

/** Where each attribute comes from, and how it compares. What the platform doesn't know is missing. */
export const attributeSources: Readonly<Record<Attribute, AttributeSource>> = {
  platform: plain((subject) => subject.platform),
  locale: plain((subject) => subject.locale),
  timeZone: plain((subject) => subject.timeZone),
  kind: plain((subject) => subject.kind),
  sessions: plain((subject) => subject.sessions),
  createdAt: time((subject) => subject.createdAt),
  firstSeenAt: time((subject) => subject.firstSeenAt),
  lastSeenAt: time((subject) => subject.lastSeenAt),
};

/** An attribute as an explanation tells it: times are RFC 3339. */
export function attributeText(attribute: Attribute, subject: Subject): Actual {
  const { value, reading } = attributeSources[attribute];
  const actual = value(subject);
  return reading === timeReading && typeof actual === "number" ? formatTime(actual) : actual;
}
