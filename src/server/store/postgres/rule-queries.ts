import type { PersonRef } from "../../../core/refs.ts";
import { eventMatcher } from "../../../core/targeting/event-matcher.ts";
import type { Selector } from "../../../core/targeting/subject.ts";
import type { CountRequest, FoundEvent, RuleTimesFound } from "../ports.ts";
import type { Queryable } from "./database.ts";
import { knownOf } from "./people-changes.ts";

interface PersonEvent {
  readonly sequence: number;
  readonly time: number;
  readonly name: string;
  readonly pairs: readonly (readonly [string, string])[];
}

/** A person's events of these names, by time, and the log's last sequence. One statement, so both are of one moment. */
async function eventsOf(
  client: Queryable,
  n: number,
  person: PersonRef,
  {
    names,
    after,
    until,
  }: { readonly names: readonly string[]; readonly after: number; readonly until: number },
): Promise<{ readonly last: number; readonly events: readonly PersonEvent[] }> {
  const rows = await client.rows<{
    last: number;
    sequence: number | null;
    time: number;
    name: string;
    pairs: string | null;
  }>(
    `SELECT m.last_sequence AS last, e.sequence, e.time, e.name, e.pairs FROM understudy.marks AS m
     LEFT JOIN understudy.events AS e ON e.n = $1 AND e.known = $2 AND e.person = $3 AND e.name = ANY ($4) AND e.time > $5 AND e.time <= $6
       AND e.code IS NULL
     WHERE m.n = $1 ORDER BY e.time, e.sequence`,
    [n, knownOf(person), person.id, [...new Set(names)], after, until],
  );
  return {
    last: rows[0]?.last ?? 0,
    events: rows.flatMap(({ sequence, time, name, pairs }) =>
      sequence === null
        ? []
        : [{ sequence, time, name, pairs: JSON.parse(pairs ?? "[]") as [string, string][] }],
    ),
  };
}

/** The log has an index by person, name and time, so nothing is kept beside it and no mark is ever behind. */
export async function ruleTimes(
  client: Queryable,
  n: number,
  {
    person,
    selectors,
    since,
  }: { readonly person: PersonRef; readonly selectors: readonly Selector[]; readonly since: number },
): Promise<RuleTimesFound> {
  const names = selectors.map(({ name }) => name);
  const { last, events } = await eventsOf(client, n, person, {
    names,
    after: since,
    until: Number.MAX_SAFE_INTEGER,
  });
  const times = selectors.map(({ name, where }) => {
    const matches = eventMatcher(where);
    return events.filter((one) => one.name === name && matches(one.pairs)).map(({ time }) => time);
  });
  return { through: last, last, times };
}

export async function countedEvents(
  client: Queryable,
  n: number,
  { person, requests }: { readonly person: PersonRef; readonly requests: readonly CountRequest[] },
): Promise<{ count: number; events: FoundEvent[] }[]> {
  const { events } = await eventsOf(client, n, person, {
    names: requests.map(({ selector }) => selector.name),
    after: Math.min(Number.MAX_SAFE_INTEGER, ...requests.map((one) => one.after)),
    until: Math.max(Number.MIN_SAFE_INTEGER, ...requests.map((one) => one.until)),
  });
  const found = requests.map(({ selector: { name, where }, after, until, limit }) => {
    const matches = eventMatcher(where);
    const counted = events.filter(
      (one) => one.name === name && one.time > after && one.time <= until && matches(one.pairs),
    );
    return { count: counted.length, newest: counted.slice(Math.max(0, counted.length - limit)).reverse() };
  });
  const wanted = [...new Set(found.flatMap(({ newest }) => newest.map(({ sequence }) => sequence)))];
  const ids = new Map(
    (
      await client.rows<{ sequence: number; id: string }>(
        "SELECT sequence, id FROM understudy.events WHERE n = $1 AND sequence = ANY ($2)",
        [n, wanted],
      )
    ).map(({ sequence, id }) => [sequence, id]),
  );
  return found.map(({ count, newest }) => ({
    count,
    events: newest.map(({ sequence, name, time }) => ({ id: ids.get(sequence) ?? "", name, time })),
  }));
}
