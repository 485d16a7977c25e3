import { goneSignal } from "../http/gone-signal.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";

export function seenRoutes({ population }: Services): Pick<PlatformHandlers, "getSeen"> {
  return {
    getSeen: async ({ context, res }) => ({
      body: await population.seen({ environment: context.environment() }, goneSignal(res)),
    }),
  };
}
