import { type Event, metadataPairs } from "../../core/event.ts";

const columns = [
  ...["sequence", "id", "status", "name", "time", "receivedAt", "userId", "anonymousId", "sessionId"],
  ...["experienceId", "key1", "value1", "key2", "value2", "key3", "value3", "source", "sdk", "sdkVersion"],
  ...["problem", "detail"],
];

/** The first line of the file (RFC 4180). */
export const csvHead = `${columns.join(",")}\r\n`;

/** One event as a line. */
export function csvLine(event: Event): string {
  const pairs = metadataPairs(event.metadata);
  const cells = [
    ...[String(event.sequence), event.id, event.status, event.name, event.time, event.receivedAt],
    ...[event.userId, event.anonymousId, event.sessionId, event.experienceId],
    ...[0, 1, 2].flatMap((place) => [pairs[place]?.key, pairs[place]?.value]),
    ...[event.source, event.sdk?.name, event.sdk?.version, event.problem?.code, event.problem?.detail],
  ];
  return `${cells.map((cell) => csvCell(cell ?? "")).join(",")}\r\n`;
}

/** A text that a spreadsheet would run as a formula gets an apostrophe in front: events come from anybody. */
function csvCell(text: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
