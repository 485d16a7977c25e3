import { useEffect, useRef } from "react";
import { platformApi } from "../../core/api.ts";
import { routeAddress } from "../api/client.ts";
import { followEvents } from "../live/event-stream.ts";
import { paced } from "../live/paced.ts";
import { useConsole } from "../page/console-context.ts";
import { usePlace } from "../page/use-here.ts";
import type { Tried } from "./tried-person.ts";

/** Calls `onEvent` when the person tried does something, while the page is looked at: one at a time, at most once a second. */
export function useLivePerson(tried: Tried | null, onEvent: () => Promise<unknown>): void {
  const { client } = useConsole();
  const place = usePlace();
  const latest = useRef(onEvent);
  latest.current = onEvent;
  const [kind, id] = [tried?.kind, tried?.id];
  useEffect(() => {
    if (kind === undefined || kind === "persona" || id === undefined) return;
    const params = { spaceId: place.spaceId, envKey: place.environment };
    const who = kind === "known" ? { userId: id } : { anonymousId: id };
    let stream: { readonly close: () => void } | null = null;
    let over = false;
    const news = paced(() => latest.current());
    const start = async () => {
      const page = await client.call("listEvents", { params, query: { limit: 1 } }).catch(() => null);
      if (over || document.hidden || stream !== null || page === null) return;
      stream = followEvents({
        address: (after) =>
          routeAddress(platformApi.streamEvents.path, params, { ...who, lastEventId: after }),
        after: page.data[0]?.sequence ?? 0,
        onEvents: news.ask,
        onState: () => {},
      });
    };
    const onVisibility = () => {
      if (!document.hidden) return void start();
      stream?.close();
      stream = null;
    };
    void start();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      over = true;
      news.stop();
      stream?.close();
      document.removeEventListener("visibilitychange", onVisibility);
    };
  }, [client, place, kind, id]);
}
