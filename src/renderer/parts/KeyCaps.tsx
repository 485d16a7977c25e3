import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { isPlain, keyCaps } from "../stores/key-sequence.ts";

/** Asked when keys are drawn: unit tests load this where there is no `navigator`. */
const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as caps, one after the other. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className="caps">
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
