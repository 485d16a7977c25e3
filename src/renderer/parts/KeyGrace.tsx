import { realNow } from "../text/platform-clock.ts";
import { When } from "./When.tsx";

/** Until when the key before this one works, while it does. */
export function KeyGrace({ until }: { readonly until: string | null }) {
  if (until === null || Date.parse(until) <= realNow()) return null;
  return (
    <p className="direction small">
      The old key works until <When at={until} real />.
    </p>
  );
}
