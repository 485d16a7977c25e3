import type { Seen } from "../../core/seen.ts";
import { entry, Frequency, seenLimits } from "./frequency.ts";

/** Of each thing, as many are counted before the most frequent are named. */
const counted = 1_000;

export type SeenEventFacts = readonly [
  name: string,
  received: number,
  sdkName: string | null,
  sdkVersion: string | null,
  pairs: readonly (readonly [string, string])[] | null,
];

interface SeenEvent {
  readonly lastAt: number;
  times: number;
  readonly pairs: Map<string, Frequency<string>>;
}

/** What events have shown, once some were taken in, the newest first. */
export class EventsSeen {
  private readonly events = new Map<string, SeenEvent>();
  private readonly sdkNames = new Frequency<string>(counted);
  private readonly versions = new Map<string, Frequency<string>>();

  /** Of those that came most often. */
  get names(): string[] {
    return this.most().map(([name]) => name);
  }

  /** With how often they came in all, as far as that is known. */
  found(counts: ReadonlyMap<string, number>): Pick<Seen, "events" | "sdks"> {
    return {
      events: this.most().map(([name, { lastAt, pairs, times }]) => ({
        name,
        count: counts.get(name) ?? times,
        lastAt: new Date(lastAt).toISOString(),
        pairs: [...pairs]
          .slice(0, seenLimits.pairs)
          .map(([key, values]) => ({ key, values: values.top(seenLimits.values) })),
      })),
      sdks: this.sdkNames.top(seenLimits.others).map((name) => ({
        name,
        versions: this.versions.get(name)?.top(seenLimits.values) ?? [],
      })),
    };
  }

  private most(): [string, SeenEvent][] {
    return [...this.events].sort(([, a], [, b]) => b.times - a.times).slice(0, seenLimits.events);
  }

  take([name, received, sdkName, sdkVersion, pairs]: SeenEventFacts): void {
    const seen = entry(this.events, name, counted, () => ({ lastAt: received, times: 0, pairs: new Map() }));
    if (seen !== undefined) {
      seen.times += 1;
      for (const [key, value] of pairs ?? [])
        entry(seen.pairs, key, seenLimits.pairs, () => new Frequency<string>(counted))?.add(value);
    }
    if (sdkName === null) return;
    this.sdkNames.add(sdkName);
    if (sdkVersion !== null)
      entry(this.versions, sdkName, counted, () => new Frequency<string>(counted))?.add(sdkVersion);
  }
}
