import { type ApiClient, createClient } from "../api/client.ts";
import { afterWrite, createQueryClient } from "../api/query-client.ts";
import { createCodeStore } from "../code/code-store.ts";
import { createDesktopStore } from "../desktop/desktop-store.ts";
import { createAppearanceStore } from "../stores/appearance-store.ts";
import { createCommandsStore } from "../stores/commands-store.ts";
import { createEnvironmentsStore } from "../stores/environments-store.ts";
import { EventFeed } from "../stores/event-feed.ts";
import { KeptEdits } from "../stores/kept-edits.ts";
import { createMembersStore } from "../stores/members-store.ts";
import { Recordings } from "../stores/recordings.ts";
import { Removals } from "../stores/removals.ts";
import { createReplayPlans } from "../stores/replay-plan.ts";
import { ReplayWatch } from "../stores/replay-watch.ts";
import { SavedObjects } from "../stores/saved-objects.ts";
import { createServerStore, noteReach, type ServerStore } from "../stores/server-store.ts";
import { createSessionStore } from "../stores/session-store.ts";
import { createSettingsStore } from "../stores/settings-store.ts";
import { createSignInsStore } from "../stores/sign-ins-store.ts";
import { SpaceList } from "../stores/space-list.ts";
import { createSpacesStore } from "../stores/spaces-store.ts";
import { createStatsStore, type Place, placeKey } from "../stores/stats-store.ts";
import { createToastsStore } from "../stores/toasts-store.ts";
import { createTokensStore } from "../stores/tokens-store.ts";
import { TypedForms } from "../stores/typed-forms.ts";

export type Console = ReturnType<typeof createConsole>;

/** The console without its face: the API client and one store per noun, wired together once. */
export function createConsole() {
  const server = createServerStore();
  const session = createSessionStore();
  const queries = createQueryClient();
  const client: ApiClient = createClient({
    reached: () => noteReach(server, "running"),
    lost: () => noteReach(server, "lost"),
    signedOut: () => session.setState({ phase: "signed-out" }, true),
    wrote: (route, input) => afterWrite(queries, route, input),
  });
  server.subscribe(({ reach }, before) => {
    if (reach === "running" && before.reach === "lost") void queries.invalidateQueries();
  });
  session.subscribe(({ phase }, before) => {
    if (phase === "signed-in" && before.phase === "signed-out") void queries.invalidateQueries();
  });
  const kept = new KeptEdits();
  const toasts = createToastsStore();
  return {
    client,
    queries,
    kept,
    server,
    session,
    spaces: createSpacesStore(),
    environments: createEnvironmentsStore(),
    ...modelLists(client),
    saved: new SavedObjects({ server, session, kept }),
    stats: createStatsStore(),
    tokens: createTokensStore(),
    signIns: createSignInsStore(),
    members: createMembersStore(),
    settings: createSettingsStore(),
    toasts,
    removals: new Removals(toasts, server),
    appearance: createAppearanceStore(),
    commands: createCommandsStore(),
    code: createCodeStore(),
    desktop: createDesktopStore(),
    feed: eventFeeds(client, server),
    forms: new TypedForms(),
    settingsForms: new TypedForms(localStorage),
    recordings: new Recordings(),
    replayPlans: createReplayPlans(),
    replay: byPlace((place) => new ReplayWatch(client, place)),
  };
}

/** What a Space's model is made of. */
function modelLists(client: ApiClient) {
  const page = (spaceId: string, cursor: string | undefined) => ({
    params: { spaceId },
    query: { limit: 200, cursor },
  });
  return {
    types: new SpaceList((spaceId, cursor) => client.call("listExperienceTypes", page(spaceId, cursor))),
    collections: new SpaceList((spaceId, cursor) => client.call("listCollections", page(spaceId, cursor))),
    tribes: new SpaceList((spaceId, cursor) => client.call("listTribes", page(spaceId, cursor))),
    personas: new SpaceList((spaceId, cursor) => client.call("listPersonas", page(spaceId, cursor)), {
      decides: false,
    }),
  };
}

/** The feed of an environment; the same one on every visit, so that a pause is kept. */
const eventFeeds = (client: ApiClient, server: ServerStore) =>
  byPlace(
    (place) =>
      new EventFeed({
        client,
        place,
        hidden: () => document.hidden,
        memory: localStorage,
        onState: (state) => {
          if (state === "lost") noteReach(server, "lost");
          if (state === "live") noteReach(server, "running");
        },
      }),
  );

/** One of each place, made when it is first wanted. */
function byPlace<T>(make: (place: Place) => T): (place: Place) => T {
  const all = new Map<string, T>();
  return (place) => {
    const key = placeKey(place);
    const one = all.get(key) ?? make(place);
    all.set(key, one);
    return one;
  };
}
