import { type ApiClient, createClient } from "../api/client.ts";
import { createEnvironmentsStore } from "../stores/environments-store.ts";
import { EventFeed } from "../stores/event-feed.ts";
import { createServerStore, noteReach } from "../stores/server-store.ts";
import { createSessionStore } from "../stores/session-store.ts";
import { createSettingsStore } from "../stores/settings-store.ts";
import { createSignInsStore } from "../stores/sign-ins-store.ts";
import { createSpacesStore } from "../stores/spaces-store.ts";
import { createStatsStore, type Place, placeKey } from "../stores/stats-store.ts";
import { createThemeStore } from "../stores/theme-store.ts";
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
  const feeds = new Map<string, EventFeed>();

  return {
    client,
    server,
    session,
    spaces: createSpacesStore(),
    environments: createEnvironmentsStore(),
    stats: createStatsStore(),
    tokens: createTokensStore(),
    signIns: createSignInsStore(),
    settings: createSettingsStore(),
    toasts: createToastsStore(),
    theme: createThemeStore(),
    /** The feed of an environment; the same one on every visit, so that a pause is kept. */
    feed(place: Place): EventFeed {
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
    },
  };
}
