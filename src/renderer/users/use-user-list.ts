import { useConsole } from "../app/console-context.ts";
import type { Console } from "../app/create-console.ts";
import { usePlace } from "../app/use-here.ts";
import { type Place, placeKey } from "../stores/stats-store.ts";
import { UserList } from "./user-list.ts";

/** The list of each environment, the same one on every visit: what is being deleted stays hidden. */
const lists = new WeakMap<Console, Map<string, UserList>>();

export function userListOf(console: Console, place: Place): UserList {
  const here = lists.get(console) ?? new Map<string, UserList>();
  lists.set(console, here);
  const list = here.get(placeKey(place)) ?? new UserList(console.client, place);
  here.set(placeKey(place), list);
  return list;
}

export const useUserList = (): UserList => userListOf(useConsole(), usePlace());
