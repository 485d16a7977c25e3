import { eventGroup } from "../../core/event-group.ts";
import type { EventQuery, StoredEvent } from "./events.ts";
import { finder } from "./text-search.ts";

/** Whether no refused event can match, because these filters ask for something that is not kept of one. */
export const spareRejected = (query: EventQuery): boolean =>
  query.status === "accepted" ||
  query.experience !== undefined ||
  query.session !== undefined ||
  query.where.length > 0;

/** Whether the query means an event: what every store must find, and what a filtered stream passes on. */
export function eventMatcher(query: EventQuery): (record: StoredEvent) => boolean {
  const hasText = query.q === undefined ? () => true : textMatcher(query.q);
  return (record) => matches(query, record) && hasText(record);
}

function matches(query: EventQuery, record: StoredEvent): boolean {
  const isRejected = record.problem !== null;
  if (query.status !== undefined && (query.status === "rejected") !== isRejected) return false;
  if (isRejected && spareRejected(query)) return false;
  return (
    same(query.sequence, record.sequence) &&
    same(query.id, record.id) &&
    same(query.name, record.name) &&
    same(query.session, record.sessionId) &&
    same(query.experience, record.experienceId) &&
    same(query.sdk, record.sdk?.name ?? null) &&
    same(query.source, record.source) &&
    (query.group === undefined || (record.name !== null && eventGroup(record.name) === query.group)) &&
    (query.person === undefined || isBy(query.person, record.person)) &&
    (query.from === undefined || record.time >= query.from) &&
    (query.to === undefined || record.time <= query.to) &&
    query.where.every((pairs) => pairs.some((pair) => record.pairs?.includes(JSON.stringify(pair)) === true))
  );
}

const same = <T>(wanted: T | undefined, found: T | null): boolean => wanted === undefined || wanted === found;

const isBy = (wanted: NonNullable<EventQuery["person"]>, found: StoredEvent["person"]): boolean =>
  found?.kind === wanted.kind && found.id === wanted.id;

function textMatcher(q: string): (record: StoredEvent) => boolean {
  const finds = finder(q);
  return ({ name, person, sessionId, pairs }) => {
    const inMetadata = pairs === null ? [] : (JSON.parse(pairs) as [string, string][]).flat();
    return [name ?? "", person?.id ?? "", sessionId ?? "", ...inMetadata].some(finds);
  };
}
