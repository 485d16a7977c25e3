import type { SpaceDocument } from "../../core/documents.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { ReplaySource } from "../../core/replay.ts";
import { eventQuery } from "../events/event-filter.ts";
import { isNdjson } from "../http/body-lines.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { Store } from "../store/ports.ts";
import { recordedHistory } from "./recorded-history.ts";
import { recordedBody } from "./recorded-lines.ts";
import type { ReplayOrigin } from "./replay-service.ts";

type Names = "startReplay" | "getReplay" | "stopReplay";

export function replayRoutes({ store, replays }: Services): Pick<PlatformHandlers, Names> {
  return {
    startReplay: async ({ context, query, body, req }) => {
      const environment = context.environment();
      const origin: ReplayOrigin = isNdjson(req)
        ? { from: "file", events: recordedBody(req) }
        : keptEvents(store, context.space().data, environment, body);
      return { body: await replays.start(environment, origin, query) };
    },
    getReplay: ({ context }) => ({ body: { replay: replays.find(context.environment()) } }),
    stopReplay: async ({ context }) => ({ body: { replay: await replays.stop(context.environment()) } }),
  };
}

/** @throws Problem invalid-body where two of the filters can't hold together, or a key is of several Experiences */
function keptEvents(
  store: Store,
  space: SpaceDocument,
  target: EnvironmentRef,
  source: ReplaySource,
): ReplayOrigin {
  const from: EnvironmentKey = source.environment ?? target.environment;
  const { after, before } = source;
  const filter = eventQuery(space, { spaceId: target.spaceId, environment: from }, source, "invalid-body");
  return { from, events: recordedHistory(store, { ...filter, after, before }) };
}
