import type { PageName } from "../../core/console-pages.ts";
import { fieldErrors } from "../../core/problem.ts";
import { jsonEqual } from "../../core/publishing/json-equal.ts";
import { type User, type UserCount, type UserKind, userKinds, userPatch } from "../../core/user.ts";
import { ApiProblem } from "../api/api-problem.ts";
import type { ApiClient, Tagged } from "../api/client.ts";
import { type Place, paramsOf, placeKey } from "../api/place.ts";
import type { SavedPort } from "../saved/saved-state.ts";

/** One of each kind may have the same id. */
export const personKey = ({ kind, id }: Pick<User, "id" | "kind">): string => `${kind}/${id}`;

type To = (page: PageName, ...below: readonly string[]) => string;

/** The address of somebody's page. A visitor's says so: a user may have the same id. */
export const userAddress = (
  to: To,
  { id, kind }: { readonly id: string; readonly kind: UserKind | undefined },
): string => `${to("users", id)}${kind === "visitor" ? "?kind=visitor" : ""}`;

/** The filter of what somebody did. */
export const eventsOf = ({ kind, id }: Pick<User, "id" | "kind">) =>
  kind === "known" ? { userId: id } : { anonymousId: id };

/** Under what somebody's deletion waits, and hides them. */
export const removalKey = (place: Place, person: Pick<User, "id" | "kind">): string =>
  `${placeKey(place)}/${personKey(person)}`;

/** What is typed in somebody's fields is kept by. */
export const textsKey = (place: Place, person: Pick<User, "id" | "kind">): string =>
  `user/${removalKey(place, person)}`;

/** Of which kind those are who are being deleted in a place. */
export const kindsGoing = (hidden: ReadonlySet<string>, place: Place): readonly UserKind[] =>
  userKinds.flatMap((kind) =>
    [...hidden].filter((key) => key.startsWith(`${placeKey(place)}/${kind}/`)).map(() => kind),
  );

/** A count without some of those that are counted. */
export function countWithout(all: UserCount, going: readonly UserKind[]): UserCount {
  const left = (count: number, kind: UserKind) =>
    Math.max(0, count - going.filter((one) => one === kind).length);
  return { ...all, users: left(all.users, "known"), visitors: left(all.visitors, "visitor") };
}

interface UserPortOptions {
  readonly client: ApiClient;
  readonly place: Place;
  readonly user: Pick<User, "id" | "kind">;
}

/** How a user or visitor saves itself. Only what was changed is sent: fields of others stay theirs. */
export function userPort({ client, place, user }: UserPortOptions): SavedPort<User> {
  const input = {
    params: { ...paramsOf(place), userId: user.id },
    query: { kind: user.kind },
  };
  let known: User | null = null;
  const get = () => client.exchange("getUser", input);
  return {
    key: `user/${placeKey(place)}/${personKey(user)}`,
    get,
    patch: async ({ fields, labels }, { ifMatch, keepalive }) => {
      const body = {
        ...(fields !== undefined && { fields: membersPatch(known?.fields ?? {}, fields) }),
        ...(labels !== undefined && { labels }),
      };
      const write = (version: string | undefined) =>
        client.exchange("patchUser", { ...input, body, ifMatch: version, keepalive });
      try {
        return await write(ifMatch);
      } catch (error) {
        return write((await onlySeen(error, known, get)).etag ?? undefined);
      }
    },
    check: ({ fields, labels }) => {
      const read = userPatch.safeParse({ fields, labels });
      return read.success ? [] : fieldErrors(read.error);
    },
    onServer: (value) => {
      known = value;
    },
  };
}

type Members<Value> = Readonly<Record<string, Value>>;

/** What of some members changed, as a merge patch: null takes one away. */
export function membersPatch<Value>(
  before: Members<Value>,
  after: Members<Value>,
): Record<string, Value | null> {
  const gone = Object.keys(before).filter((name) => !Object.hasOwn(after, name));
  const changed = Object.entries(after).filter(([name, value]) => !jsonEqual(before[name], value));
  return { ...Object.fromEntries(gone.map((name) => [name, null])), ...Object.fromEntries(changed) };
}

/** A new session or a new time at which somebody was seen is no edit that could be lost; anything else is thrown on. */
async function onlySeen(
  error: unknown,
  known: User | null,
  get: () => Promise<Tagged<User>>,
): Promise<Tagged<User>> {
  if (!(error instanceof ApiProblem) || error.status !== 412 || known === null) throw error;
  const now = await get();
  const { fields, labels } = now.answer;
  if (!jsonEqual([fields, labels], [known.fields, known.labels])) throw error;
  return now;
}

type DeviceFacts = Pick<User, "platform" | "locale" | "timeZone">;

/** What somebody's last session told of their device; what is not known is left out. */
export const knownDevice = ({ platform, locale, timeZone }: DeviceFacts) => ({
  ...(platform !== null && { platform }),
  ...(locale !== null && { locale }),
  ...(timeZone !== null && { timeZone }),
});
