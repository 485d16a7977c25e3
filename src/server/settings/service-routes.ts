import type { Status } from "../../core/settings.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

type Names = "getSettings" | "updateSettings" | "getClock" | "putClock" | "getStatus";

export function serviceRoutes(
  { settings, clock }: Services,
  status: () => Status,
): Pick<PlatformHandlers, Names> {
  return {
    getSettings: () => ({ body: settings.get() }),
    updateSettings: async ({ context: { caller }, body, ifMatch }) => {
      caller.assertRoleAnywhere("owner");
      return { body: await settings.update(body, ifMatch) };
    },
    getClock: () => ({ body: clock.read() }),
    putClock: ({ context: { caller }, body }) => {
      caller.assertRoleAnywhere("editor");
      clock.set(body);
      return { body: clock.read() };
    },
    getStatus: () => ({ body: status() }),
  };
}
