import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import type { Density } from "../stores/appearance-store.ts";

/** What tokens.css calls `--row`, `--row-list` and `--row-tall`, in CSS px: lists that draw only what is seen reckon with them. */
export const rowHeights = {
  row: { compact: 24, regular: 28, roomy: 34 },
  "row-list": { compact: 32, regular: 36, roomy: 44 },
  "row-tall": { compact: 36, regular: 40, roomy: 48 },
} as const satisfies Record<string, Record<Density, number>>;

/** How high a row of this kind is on this machine, in CSS px. */
export function useRowHeight(kind: keyof typeof rowHeights): number {
  const { appearance } = useConsole();
  return rowHeights[kind][useStore(appearance, ({ density }) => density)];
}
