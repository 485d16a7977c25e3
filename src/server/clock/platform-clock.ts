import type { AnswerHeader } from "../../core/route.ts";
import type { Clock, ClockSetting } from "../../core/settings.ts";

const clockHeader = "Understudy-Clock" satisfies AnswerHeader;

/** The clock that rules decisions, windows and the times of events. Time travel is moving this one. */
export class PlatformClock {
  private setting: ClockSetting = { mode: "system" };
  private readonly listeners = new Set<() => void>();
  /** Where several servers share the clock: tells the others first. */
  keep: (setting: ClockSetting) => Promise<void> = () => Promise.resolve();
  /** What it shows while it is not moved, in ms since 1970 UTC. */
  real: () => number = () => Date.now();

  /** ms since 1970 UTC. */
  now(): number {
    switch (this.setting.mode) {
      case "system":
        return this.real();
      case "offset":
        return this.real() + this.setting.seconds * 1000;
      case "frozen":
        return Date.parse(this.setting.at);
    }
  }

  get mode(): ClockSetting["mode"] {
    return this.setting.mode;
  }

  get isSystem(): boolean {
    return this.setting.mode === "system";
  }

  /** @throws Problem where the others could not be told */
  async change(setting: ClockSetting): Promise<void> {
    await this.keep(setting);
    this.set(setting);
  }

  set(setting: ClockSetting): void {
    this.setting = setting;
    for (const listener of this.listeners) listener();
  }

  /** As it was set, to be set again. */
  get asSet(): ClockSetting {
    return this.setting;
  }

  onChange(listener: () => void): void {
    this.listeners.add(listener);
  }

  /** Says which time ruled an answer; on every answer that depends on it. */
  headers(): Readonly<Record<string, string>> {
    const { mode, at } = this.read();
    return { [clockHeader]: `${mode}; at=${at}` };
  }

  read(): Clock {
    const at = new Date(this.now()).toISOString();
    return this.setting.mode === "offset"
      ? { mode: "offset", at, seconds: this.setting.seconds }
      : { mode: this.setting.mode, at };
  }
}
