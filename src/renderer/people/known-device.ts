import type { User } from "../../core/user.ts";

type DeviceFacts = Pick<User, "platform" | "locale" | "timeZone">;

/** What somebody's last session told of their device; what is not known is left out. */
export const knownDevice = ({ platform, locale, timeZone }: DeviceFacts) => ({
  ...(platform !== null && { platform }),
  ...(locale !== null && { locale }),
  ...(timeZone !== null && { timeZone }),
});
