import { keyCaps } from "../stores/key-sequence.ts";

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** Keys as caps, one after the other. */
export function KeyCaps({ keys }: { readonly keys: string }) {
  return (
    <span className="caps">
      {keyCaps(keys, isMac).map((cap, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: keys of a sequence never move, and may repeat.
        <kbd className="kbd" key={place}>
          {cap}
        </kbd>
      ))}
    </span>
  );
}
