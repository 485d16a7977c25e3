import { eventDays, type Length, type Window } from "../../../core/rule.ts";
import { window as windowSchema } from "../../../core/targeting/when.ts";
import { numberOr0, readNumber } from "../../text/typed-number.ts";

export const windowKinds = ["last", "moreThanAgo", "on", "before", "after", "anyTime"] as const;
export type WindowKind = (typeof windowKinds)[number];
export const units = ["minutes", "hours", "days"] as const;
type Unit = (typeof units)[number];

/** A window as it is typed: every kind keeps what was typed for it while another is looked at. */
export interface WindowForm {
  readonly kind: WindowKind;
  readonly amount: string;
  readonly unit: Unit;
  readonly date: string;
}

export const takesLength = (kind: WindowKind): boolean => kind === "last" || kind === "moreThanAgo";
export const takesDate = (kind: WindowKind): boolean =>
  kind === "on" || kind === "before" || kind === "after";

/** The day of a date, which may say a time as well. */
export const dayOf = (date: string): string => date.slice(0, 10);
/** The time of day of a date, in UTC; empty where it says none. */
export const timeOf = (date: string): string => date.slice(11, 19);
/** Both in one: a day alone means its first instant. */
export const dateOf = (day: string, time: string): string =>
  day === "" || time === "" ? day : `${day}T${time.length === 5 ? `${time}:00` : time}Z`;

/** A time with an offset as it is in UTC. */
const inUtc = (date: string): string =>
  date.length === 10 ? date : new Date(date).toISOString().replace(".000Z", "Z");

/** `now` (ms UTC) fills what the window does not say. */
export function formOf(window: Window, now: number): WindowForm {
  const kind = windowKinds.find((one) => one in window) ?? "anyTime";
  const length: Length =
    "last" in window ? window.last : "moreThanAgo" in window ? window.moreThanAgo : { days: 7 };
  const unit = units.find((one) => one in length) ?? "days";
  const amount = String((length as Readonly<Record<string, number>>)[unit] ?? 7);
  const dates = window as Readonly<Record<string, unknown>>;
  const date =
    typeof dates[kind] === "string" ? inUtc(dates[kind]) : new Date(now).toISOString().slice(0, 10);
  return { kind, amount, unit, date };
}

/** The window that a form says, or what is wrong with it. */
export function windowOf({ kind, amount, unit, date }: WindowForm): { window: Window } | { problem: string } {
  const length = readNumber(amount);
  if (takesLength(kind) && "problem" in length) return length;
  const raw = takesLength(kind)
    ? { [kind]: { [unit]: "value" in length ? length.value : null } }
    : takesDate(kind)
      ? { [kind]: kind === "on" ? dayOf(date) : date }
      : { anyTime: true };
  const read = windowSchema.safeParse(raw);
  if (read.success) return { window: read.data };
  return { problem: read.error.issues[0]?.message ?? "must be a window" };
}

const dayShare: Readonly<Record<Unit, number>> = { minutes: 1440, hours: 24, days: 1 };

/** What becomes of a window that reaches beyond the days for which an event counts. */
export function windowNote(form: WindowForm): string {
  const always = `An event counts for ${eventDays} days`;
  const beyond = takesLength(form.kind) && numberOr0(form.amount) / dayShare[form.unit] > eventDays;
  if (!beyond) return `${always}.`;
  return form.kind === "last"
    ? `${always}: this is the same as in the last ${eventDays} days.`
    : `${always}: nothing that counts is that long ago.`;
}
