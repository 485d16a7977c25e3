import type { Length, Window } from "../../../core/rule.ts";
import { window as windowSchema } from "../../../core/targeting/when.ts";

export const windowKinds = ["last", "moreThanAgo", "on", "before", "after", "anyTime"] as const;
export type WindowKind = (typeof windowKinds)[number];
export const units = ["minutes", "hours", "days"] as const;
export type Unit = (typeof units)[number];

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

/** `now` (ms UTC) fills what the window does not say. */
export function formOf(window: Window, now: number): WindowForm {
  const kind = windowKinds.find((one) => one in window) ?? "anyTime";
  const length: Length =
    "last" in window ? window.last : "moreThanAgo" in window ? window.moreThanAgo : { days: 7 };
  const unit = units.find((one) => one in length) ?? "days";
  const amount = String((length as Readonly<Record<string, number>>)[unit] ?? 7);
  const dates = window as Readonly<Record<string, unknown>>;
  const date = typeof dates[kind] === "string" ? dates[kind] : new Date(now).toISOString().slice(0, 10);
  return { kind, amount, unit, date };
}

/** The window that a form says, or what is wrong with it. */
export function windowOf({ kind, amount, unit, date }: WindowForm): { window: Window } | { problem: string } {
  const raw = takesLength(kind)
    ? { [kind]: { [unit]: amount.trim() === "" ? null : Number(amount) } }
    : takesDate(kind)
      ? { [kind]: date.trim() }
      : { anyTime: true };
  const read = windowSchema.safeParse(raw);
  if (read.success) return { window: read.data };
  return { problem: read.error.issues[0]?.message ?? "must be a window" };
}
