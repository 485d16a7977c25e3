import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import type { LogPage } from "../log/log-follower.ts";

/** By a clock that nobody sets. */
const thisSecond = (): number => Math.floor(performance.now() / 1000);

/**
 * How many accepted events the log has handed on, by second, for the last minute: those that came then, no history that was laid
 * or read again at a start. Of shared servers, where nobody has looked for a minute, those of this server alone.
 */
export class RecentRate {
  private readonly seconds = new Map<string, Map<number, number>>();
  private readonly platformNow: () => number;

  /** `platformNow`: the platform clock, in ms UTC, by which events say when they came. */
  constructor(platformNow: () => number) {
    this.platformNow = platformNow;
  }

  onPage({ environment, accepted }: LogPage): void {
    const name = environmentName(environment);
    const counts = this.seconds.get(name) ?? new Map<number, number>();
    this.seconds.set(name, counts);
    const second = thisSecond();
    counts.set(second, (counts.get(second) ?? 0) + this.recent(accepted));
    if (counts.size > 90) for (const old of counts.keys()) if (old < second - 61) counts.delete(old);
  }

  private recent(accepted: LogPage["accepted"]): number {
    const since = this.platformNow() - 60_000;
    return accepted.filter(({ receivedAt }) => receivedAt > since).length;
  }

  /** In each of the last 60 whole seconds, oldest first. */
  of(environment: EnvironmentRef): number[] {
    const now = thisSecond();
    const counts = this.seconds.get(environmentName(environment));
    return Array.from({ length: 60 }, (_, index) => counts?.get(now - 60 + index) ?? 0);
  }

  dropSpace(spaceId: string): void {
    for (const name of this.seconds.keys()) if (name.startsWith(`${spaceId}/`)) this.seconds.delete(name);
  }
}
