import { eventDays } from "../../../core/rule.ts";
import type { UserKind } from "../../../core/user.ts";
import type { ApiClient } from "../../api/client.ts";
import type { Place } from "../../page/pages.ts";
import { paramsOf } from "../../page/pages.ts";
import { realNow } from "../../text/platform-clock.ts";
import { eventsOf } from "../user-port.ts";
import { type MadeUp, madeUpOf } from "./made-up.ts";

const day = 86_400_000;
const mostPages = 5;

/** Somebody real as somebody made up: read anew, with what they did in the days in which events count. */
export async function copyPerson(
  client: ApiClient,
  place: Place,
  { id, kind }: { readonly id: string; readonly kind: UserKind | undefined },
): Promise<MadeUp> {
  const params = paramsOf(place);
  const user = await client.call("getUser", {
    params: { ...params, userId: id },
    query: kind === undefined ? {} : { kind },
  });
  const who = eventsOf(user);
  const from = new Date(realNow() - eventDays * day).toISOString();
  const events = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { ...who, status: "accepted" as const, from, limit: 200, cursor };
    const answer = await client.call("listEvents", { params, query });
    events.push(...answer.data);
    if (answer.next === null) break;
    cursor = answer.next;
  }
  return madeUpOf(user, events, realNow());
}
