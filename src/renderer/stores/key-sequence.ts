/** What is known of a key press; a KeyboardEvent has it. */
export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey">;

/** How long the second key of a sequence may take, in ms. */
const patience = 1200;

/**
 * A press as it is written in a command's `keys`: `g`, `?`, `Space`, `mod+k`, `alt+1`, `mod+shift+z`. What is typed is
 * written as typed, so `?` needs no shift: shift is told only of a letter with Ctrl or Alt.
 */
export function writtenKey(press: KeyPress): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = press;
  const key = signOf(press);
  const modifiers = `${ctrlKey || metaKey ? "mod+" : ""}${altKey ? "alt+" : ""}`;
  if (key === " ") return `${modifiers}Space`;
  if (modifiers === "" || key.length > 1) return modifiers + key;
  const shift = shiftKey && /^\p{L}$/u.test(key) ? "shift+" : "";
  return modifiers + shift + key.toLowerCase();
}

/** By its place on the keyboard: a digit with Alt alone, for which a Mac types another sign, and a letter that is not Latin. */
function signOf({ key, code, altKey, shiftKey }: KeyPress): string {
  const digit = altKey && !shiftKey ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
  const letter = /^(?!\p{Script=Latin})\p{L}$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return digit ?? (shiftKey ? letter : letter?.toLowerCase()) ?? key;
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

const keyNames = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
  PageUp: "Page Up",
  PageDown: "Page Down",
  Escape: "Esc",
};

/** Keys as they are shown, one cap each: `mod+k` is Ctrl K, or ⌘ K on a Mac. */
export function keyCaps(keys: string, isMac: boolean): string[] {
  const held = isMac ? { mod: "⌘", alt: "⌥", shift: "⇧" } : { mod: "Ctrl", alt: "Alt", shift: "Shift" };
  const names: Readonly<Record<string, string>> = { ...held, ...keyNames };
  return keys
    .split(" ")
    .flatMap((key) => (key === "+" ? [key] : key.split("+")))
    .map((part) => names[part] ?? (part.length === 1 ? part.toUpperCase() : part));
}
