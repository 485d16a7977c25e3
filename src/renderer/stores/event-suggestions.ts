import { type Event, eventGroup, metadataPairs } from "../../core/event.ts";
import { type FilterPart, partFields, partWords, readPart, typedPart } from "./event-filter-part.ts";

/** How many of the newest rows are looked at for what can be filtered by. */
const looked = 3000;
const most = 8;

/** What the box offers for what has been typed: first what Enter would do, then what the newest events have. */
export function suggestions(typed: string, rows: readonly Event[]): FilterPart[] {
  const text = typed.trim().toLowerCase();
  const own = text === "" ? null : readPart(typed);
  const first = own === null || "problem" in own ? [] : [own];
  const seen = new Set(first.map(key));
  const found: FilterPart[] = [];
  for (const { part, count } of counted(rows)) {
    if (count > 0 && !seen.has(key(part)) && matches(part, text)) found.push(part);
    if (first.length + found.length === most) break;
  }
  return [...first, ...found];
}

const key = ({ field, value }: FilterPart): string => `${field}\0${value}`;

/** By what is typed for it, or by its value alone. */
const matches = (part: FilterPart, text: string): boolean =>
  text === "" ||
  typedPart(part).toLowerCase().includes(text) ||
  `${partWords[part.field].typed}:${part.value}`.toLowerCase().startsWith(text);

/** Every part that the newest rows have, the most frequent of each field first, the fields in their order. */
function counted(rows: readonly Event[]): { readonly part: FilterPart; readonly count: number }[] {
  const counts = new Map<string, { part: FilterPart; count: number }>();
  for (const row of rows.slice(0, looked)) {
    for (const part of partsOfEvent(row)) {
      const known = counts.get(key(part)) ?? { part, count: 0 };
      known.count += 1;
      counts.set(key(part), known);
    }
  }
  const place = ({ field }: FilterPart) => partFields.indexOf(field);
  return [...counts.values()].sort((a, b) => place(a.part) - place(b.part) || b.count - a.count);
}

/** All that an event can be filtered by. */
export function partsOfEvent(event: Event): FilterPart[] {
  const parts: (FilterPart | null)[] = [
    part("name", event.name),
    event.name.includes("/") ? part("name", `${eventGroup(event.name)}/*`) : null,
    part("userId", event.userId),
    part("anonymousId", event.anonymousId),
    ...metadataPairs(event.metadata).map((pair) => part("where", `${pair.key}:${pair.value}`)),
    part("sessionId", event.sessionId),
    part("experience", event.experienceId),
    part("sdk", event.sdk?.name),
    part("source", event.source),
  ];
  return parts.filter((one) => one !== null);
}

const part = (field: FilterPart["field"], value: string | undefined): FilterPart | null =>
  value === undefined || value === "" ? null : { field, value };
