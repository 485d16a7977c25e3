import type { fieldTypes, Seen } from "../../core/seen.ts";
import type { DeviceFacts } from "../../core/session.ts";
import type { FieldValue, UserFields } from "../../core/user.ts";
import { entry, Frequency, seenLimits } from "./frequency.ts";

/** Values longer than what a list of suggestions can show are not told, in characters. */
const longestValue = 200;
/** Of each thing, as many are counted before the most frequent are named. */
const counted = 1_000;

type Scalar = string | number | boolean;
type FieldType = (typeof fieldTypes)[number];
/** A person's fields, labels and device, as JSON text. */
export type SeenPersonFacts = readonly [fields: string, labels: string, device: string | null];

/** What people have shown, once some were taken in. */
export class PeopleSeen {
  private readonly keys = new Frequency<string>(counted);
  private readonly types = new Map<string, Frequency<FieldType>>();
  private readonly values = new Map<string, Frequency<Scalar>>();
  private readonly labels = new Frequency<string>(counted);
  private readonly devices = {
    platform: new Frequency<string>(counted),
    locale: new Frequency<string>(counted),
    timeZone: new Frequency<string>(counted),
  };

  get found(): Omit<Seen, "events" | "sdks"> {
    const { platform, locale, timeZone } = this.devices;
    return {
      fields: this.keys.top(seenLimits.fields).map((key) => ({
        key,
        types: this.types.get(key)?.top(4) ?? [],
        values: this.values.get(key)?.top(seenLimits.values) ?? [],
      })),
      labels: this.labels.top(seenLimits.others),
      platforms: platform.top(seenLimits.others),
      locales: locale.top(seenLimits.others),
      timeZones: timeZone.top(seenLimits.others),
    };
  }

  take([fields, labels, device]: SeenPersonFacts): void {
    for (const [key, value] of Object.entries(JSON.parse(fields) as UserFields)) this.takeField(key, value);
    for (const label of JSON.parse(labels) as string[]) this.labels.add(label);
    const facts = JSON.parse(device ?? "{}") as Partial<DeviceFacts>;
    for (const name of ["platform", "locale", "timeZone"] as const) {
      const value = facts[name];
      if (typeof value === "string") this.devices[name].add(value);
    }
  }

  private takeField(key: string, value: FieldValue): void {
    this.keys.add(key);
    const isList = Array.isArray(value);
    const type = isList ? "list" : (typeof value as FieldType);
    entry(this.types, key, counted, () => new Frequency<FieldType>(4))?.add(type);
    const values = entry(this.values, key, counted, () => new Frequency<Scalar>(counted));
    for (const one of isList ? value : [value])
      if (typeof one !== "string" || one.length <= longestValue) values?.add(one as Scalar);
  }
}
