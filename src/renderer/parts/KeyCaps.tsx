import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { isPlain, keyCaps } from "../stores/key-sequence.ts";

/** Asked when keys are drawn: unit tests load this where there is no `navigator`. */
export const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

const pressed = "button, [role=menuitem], [role=option]";

/** What is pressed by keys has them told as its shortcut, not read as part of its name. */
function tellAsShortcut(caps: HTMLElement | null, keys: string) {
  const holder = caps?.closest(pressed);
  // `aria-keyshortcuts` has no word for keys one after the other: they stay in the name.
  if (caps === null || holder == null || keys.includes(" ")) return;
  caps.ariaHidden = "true";
  const mod = isMac() ? "Meta" : "Control";
  const names: Readonly<Record<string, string>> = { mod, alt: "Alt", shift: "Shift" };
  const told = keys.split("+").map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key));
  // By hand: caps don't know what they are drawn in.
  holder.setAttribute("aria-keyshortcuts", told.join("+"));
  return () => holder.removeAttribute("aria-keyshortcuts");
}

/** Keys as caps, one after the other. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className="caps" ref={(caps) => tellAsShortcut(caps, keys)}>
      {keyCaps(keys, isMac()).map((cap, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys of a sequence never move, and may repeat.
        <kbd className="kbd" key={place}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}

/** Keys beside what they do; nothing where keys like these are switched off. */
export function KeyHint({ keys }: { readonly keys: string }) {
  const { singleKeys } = useStore(useConsole().appearance);
  return singleKeys || !isPlain(keys) ? <KeyCaps keys={keys} /> : null;
}
