import type { Lan, Status } from "../../core/settings.ts";
import type { Caller } from "../access/caller.ts";
import type { LanAccess } from "../lan/lan-access.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names = "getSettings" | "updateSettings" | "getClock" | "putClock" | "getStatus" | "getLan" | "putLan";

export function serviceRoutes(
  { settings, clock }: Services,
  status: (caller: Caller) => Promise<Status>,
  lan: LanAccess,
): Pick<PlatformHandlers, Names> {
  return {
    getSettings: () => ({ body: settings.get() }),
    updateSettings: async ({ body, precondition }) => ({ body: await settings.update(body, precondition) }),
    getClock: () => ({ body: clock.read() }),
    putClock: async ({ body }) => {
      await clock.change(body);
      return { body: clock.read() };
    },
    getStatus: async ({ context: { caller } }) => ({ body: await status(caller) }),
    getLan: () => ({ body: lanOf(lan) }),
    putLan: async ({ body }) => {
      await (body.open ? lan.open() : lan.close());
      return { body: lanOf(lan) };
    },
  };
}

const lanOf = ({ urls }: LanAccess): Lan => ({ open: urls.length > 0, urls: [...urls] });
