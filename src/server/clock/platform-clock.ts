import type { Clock, ClockSetting } from "../../core/settings.ts";

/** The clock that rules decisions, windows and the times of events. Time travel is moving this one. */
export class PlatformClock {
  private setting: ClockSetting = { mode: "system" };

  /** ms since 1970 UTC. */
  now(): number {
    switch (this.setting.mode) {
      case "system":
        return Date.now();
      case "offset":
        return Date.now() + this.setting.seconds * 1000;
      case "frozen":
        return Date.parse(this.setting.at);
    }
  }

  get isSystem(): boolean {
    return this.setting.mode === "system";
  }

  set(setting: ClockSetting): void {
    this.setting = setting;
  }

  read(): Clock {
    const at = new Date(this.now()).toISOString();
    return this.setting.mode === "offset"
      ? { mode: "offset", at, seconds: this.setting.seconds }
      : { mode: this.setting.mode, at };
  }
}
