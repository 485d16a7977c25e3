/** What is known of a key press; a KeyboardEvent has it. */
export type KeyPress = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** How long the second key of a sequence may take, in ms. */
const patience = 1200;

/** A press as it is written in a command's `keys`: `g`, `?`, `mod+k`, `alt+1`. Letters as typed, so `?` needs no shift. */
export function writtenKey({ key, ctrlKey, metaKey, altKey }: KeyPress): string {
  const modifiers = `${ctrlKey || metaKey ? "mod+" : ""}${altKey ? "alt+" : ""}`;
  return modifiers + (key.length === 1 && modifiers !== "" ? key.toLowerCase() : key);
}

/** Follows presses and tells which of the known sequences has just been typed. */
export class KeySequence {
  #before = "";
  #at = 0;

  /** The sequence that this press ends, or null; `now` in ms. */
  press(press: KeyPress, known: readonly string[], now: number): string | null {
    const key = writtenKey(press);
    const both = this.#before !== "" && now - this.#at < patience ? `${this.#before} ${key}` : key;
    const typed = known.includes(both) ? both : key;
    const begins = known.some((one) => one.startsWith(`${typed} `));
    this.#before = begins ? typed : "";
    this.#at = now;
    return known.includes(typed) ? typed : null;
  }
}

/** Whether a command's keys are a plain letter or sign: those that a person may want switched off (WCAG 2.1.4). */
export const isPlain = (keys: string): boolean => !keys.includes("+");

/** Keys as they are shown, one cap each: `mod+k` is Ctrl K, or ⌘ K on a Mac. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  const names: Readonly<Record<string, string>> = isMac
    ? { mod: "⌘", alt: "⌥" }
    : { mod: "Ctrl", alt: "Alt" };
  return keys
    .split(" ")
    .flatMap((key) => (key === "+" ? [key] : key.split("+")))
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}
