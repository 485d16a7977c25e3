import { type ApiClient, createClient } from "../api/client.ts";
import { createCodeStore } from "../code/code-store.ts";
import { createDesktopStore } from "../desktop/desktop-store.ts";
import { createAppearanceStore } from "../stores/appearance-store.ts";
import { createCommandsStore } from "../stores/commands-store.ts";
import { createEnvironmentsStore } from "../stores/environments-store.ts";
import { EventFeed } from "../stores/event-feed.ts";
import { createMembersStore } from "../stores/members-store.ts";
import { SavedObjects } from "../stores/saved-objects.ts";
import { createServerStore, noteReach } from "../stores/server-store.ts";
import { createSessionStore } from "../stores/session-store.ts";
import { createSettingsStore } from "../stores/settings-store.ts";
import { createSignInsStore } from "../stores/sign-ins-store.ts";
import { SpaceList } from "../stores/space-list.ts";
import { createSpacesStore } from "../stores/spaces-store.ts";
import { createStatsStore, type Place, placeKey } from "../stores/stats-store.ts";
import { createToastsStore } from "../stores/toasts-store.ts";
import { createTokensStore } from "../stores/tokens-store.ts";

export type Console = ReturnType<typeof createConsole>;

/** The console without its face: the API client and one store per noun, wired together once. */
export function createConsole() {
  const server = createServerStore();
  const session = createSessionStore();
  const client: ApiClient = createClient({
    reached: () => noteReach(server, "running"),
    lost: () => noteReach(server, "lost"),
    signedOut: () => session.setState({ phase: "signed-out" }, true),
  });
  return {
    client,
    server,
    session,
    spaces: createSpacesStore(),
    environments: createEnvironmentsStore(),
    ...modelLists(client),
    saved: new SavedObjects(server),
    stats: createStatsStore(),
    tokens: createTokensStore(),
    signIns: createSignInsStore(),
    members: createMembersStore(),
    settings: createSettingsStore(),
    toasts: createToastsStore(),
    appearance: createAppearanceStore(),
    commands: createCommandsStore(),
    code: createCodeStore(),
    desktop: createDesktopStore(),
    feed: eventFeeds(client, server),
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
    personas: new SpaceList((spaceId, cursor) => client.call("listPersonas", page(spaceId, cursor))),
  };
}

/** The feed of an environment; the same one on every visit, so that a pause is kept. */
function eventFeeds(client: ApiClient, server: ReturnType<typeof createServerStore>) {
  const feeds = new Map<string, EventFeed>();
  return (place: Place): EventFeed => {
    const key = placeKey(place);
    const feed =
      feeds.get(key) ??
      new EventFeed({
        client,
        place,
        hidden: () => document.hidden,
        onState: (state) => {
          if (state === "lost") noteReach(server, "lost");
          if (state === "live") noteReach(server, "running");
        },
      });
    feeds.set(key, feed);
    return feed;
  };
}
