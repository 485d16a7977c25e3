const quarterHour = 900_000;
/** Clocks before it were not set by zones; nor can it be told what they will be after. */
const earliest = Date.UTC(1900, 0, 1);
const latest = Date.UTC(9999, 0, 1);
/** Quarters of an hour kept for a zone: four months of them, far more than a week's decisions ask for. */
const mostKept = 12_000;

export type ZoneOffset = (at: number) => number;
const zones = new Map<string, ZoneOffset>();

/**
 * What a zone's clocks are ahead of UTC by, in ms, at a time in ms UTC. Zones change at quarters of an hour, so that one
 * question to the calendar answers for a whole quarter. Throws RangeError for a zone that is not known here.
 */
export function zoneOffset(timeZone: string): ZoneOffset {
  const name = timeZone.toLowerCase();
  const found = zones.get(name) ?? cached(reader(timeZone));
  zones.set(name, found);
  return found;
}

function cached(read: ZoneOffset): ZoneOffset {
  const kept = new Map<number, number>();
  let lastQuarter = Number.NaN;
  let lastOffset = 0;
  return (at) => {
    const quarter = Math.floor(at / quarterHour);
    if (quarter === lastQuarter) return lastOffset;
    if (kept.size >= mostKept) kept.clear();
    lastOffset = kept.get(quarter) ?? read(quarter * quarterHour);
    kept.set(quarter, lastOffset);
    lastQuarter = quarter;
    return lastOffset;
  };
}

/** Asks the calendar: the local date and time, read as if it were UTC, less the time itself. */
function reader(timeZone: string): ZoneOffset {
  const format = new Intl.DateTimeFormat("en-US-u-ca-gregory-nu-latn", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  return (at) => {
    const time = Math.min(Math.max(at, earliest), latest);
    const part = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]));
    const of = (type: Intl.DateTimeFormatPartTypes) => part.get(type) ?? Number.NaN;
    const local = Date.UTC(of("year"), of("month") - 1, of("day"), of("hour"), of("minute"), of("second"));
    return local - time;
  };
}
