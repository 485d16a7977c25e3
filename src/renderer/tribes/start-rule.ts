import { eventNamePattern } from "../../core/event.ts";
import { type MetadataFilter, type Rule, ruleLimits } from "../../core/rule.ts";

/** The rule that an address asks a new Tribe to start with: `?event=movie/watched&where=genre:drama`; null where it asks for none. */
export function startRule(search: string): Rule | null {
  const query = new URLSearchParams(search);
  const event = query.get("event");
  if (event === null || !eventNamePattern.test(event)) return null;
  const where = query
    .getAll("where")
    .map(readFilter)
    .filter((one) => one !== null)
    .slice(0, ruleLimits.where);
  return { all: [{ event, did: true, count: { op: "any" }, window: { last: { days: 7 } }, where }] };
}

function readFilter(text: string): MetadataFilter | null {
  const colon = text.indexOf(":");
  return colon < 1 ? null : { key: text.slice(0, colon), op: "equals", value: text.slice(colon + 1) };
}
