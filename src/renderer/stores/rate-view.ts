import type { EventFilter } from "./event-filter.ts";

const minute = 60_000;
export const spans = {
  "15m": { ms: 15 * minute, words: "Last 15 minutes" },
  "1h": { ms: 60 * minute, words: "Last hour" },
  "24h": { ms: 24 * 60 * minute, words: "Last 24 hours" },
  "7d": { ms: 7 * 24 * 60 * minute, words: "Last 7 days" },
  "30d": { ms: 30 * 24 * 60 * minute, words: "Last 30 days" },
} as const;
export type Span = keyof typeof spans;
export const spanKeys = Object.keys(spans) as Span[];

/** What time the chart shows: up to the present, or a time that is past, in ms UTC. */
export type RateView =
  | { readonly kind: "live"; readonly span: Span }
  | { readonly kind: "fixed"; readonly from: number; readonly to: number };

export const readSpan = (text: string | null): Span => spanKeys.find((span) => span === text) ?? "15m";

export function rateTimes(view: RateView, now: number): { readonly from: number; readonly to: number } {
  return view.kind === "fixed" ? view : { from: now - spans[view.span].ms, to: now };
}

/** The span, or where the chosen time lies before it, that time with as much again around it. */
export function viewOf(span: Span, filter: EventFilter, now: number): RateView {
  const from = filter.from === undefined ? null : Date.parse(filter.from);
  const to = filter.to === undefined ? null : Date.parse(filter.to);
  const start = from ?? to;
  if (start === null || start >= now - spans[span].ms) return { kind: "live", span };
  const end = Math.max(to ?? now, start + minute);
  const room = (end - start) / 2;
  return { kind: "fixed", from: start - room, to: Math.min(end + room, now) };
}
