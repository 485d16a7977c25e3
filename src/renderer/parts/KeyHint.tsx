import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { isPlain } from "../stores/key-sequence.ts";
import { KeyCaps } from "./KeyCaps.tsx";

/** Keys beside what they do; nothing where keys like these are switched off. */
export function KeyHint({ keys }: { readonly keys: string }) {
  const { singleKeys } = useStore(useConsole().appearance);
  return singleKeys || !isPlain(keys) ? <KeyCaps keys={keys} /> : null;
}
