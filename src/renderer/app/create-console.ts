import type { QueryClient } from "@tanstack/react-query";
import type { PlatformApi, PlatformRoute } from "../../core/api.ts";
import type { Collection } from "../../core/collection.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import type { Persona } from "../../core/persona.ts";
import type { RouteAnswer } from "../../core/route.ts";
import type { Tribe } from "../../core/tribe.ts";
import { type ApiClient, type ClientObserver, createClient } from "../api/client.ts";
import { byPlace } from "../api/place.ts";
import { routeQuery } from "../api/queries.ts";
import { afterRefusal, afterWrite, createQueryClient } from "../api/query-client.ts";
import { createDesktopStore } from "../desktop/desktop-store.ts";
import { eventFeeds } from "../events/feed/event-feeds.ts";
import { Recordings } from "../events/replay/recordings.ts";
import { createReplayPlans } from "../events/replay/replay-plan.ts";
import { ReplayWatch } from "../events/replay/replay-watch.ts";
import { SavedObjects } from "../saved/saved-objects.ts";
import { createAppearanceStore } from "../stores/appearance-store.ts";
import { browserStorage, tabStorage } from "../stores/browser-memory.ts";
import { createCommandsStore } from "../stores/commands-store.ts";
import { KeptEdits } from "../stores/kept-edits.ts";
import { ownFetch } from "../stores/page-secret.ts";
import { Removals } from "../stores/removals.ts";
import { createServerStore, noteReach, onReached } from "../stores/server-store.ts";
import { createSessionStore } from "../stores/session-store.ts";
import { SpaceList } from "../stores/space-list.ts";
import { createToastsStore } from "../stores/toasts-store.ts";
import { TypedForms } from "../stores/typed-forms.ts";
import { followClock, followServer } from "../text/platform-clock.ts";

/** A server is gone that leaves both without an answer, and all else that is asked meanwhile. */
const witnesses = ["getStatus", "getClock"] as const;

export type Console = ReturnType<typeof createConsole>;

/** The console without its face: the API client and one store per noun, wired together once. */
export function createConsole(fetcher: typeof fetch = ownFetch) {
  const server = createServerStore();
  const session = createSessionStore();
  const queries = createQueryClient(() => server.getState().reach === "lost");
  follow(queries, "getStatus", ({ clock }) => followClock(clock));
  // A role may be given, or taken away, while a page is open.
  follow(queries, "getMe", (me) => {
    const now = session.getState();
    if (now.phase === "signed-in" && now.me !== me) session.setState({ phase: "signed-in", me }, true);
  });
  const silent = new Set<PlatformRoute>();
  const observer: ClientObserver = {
    reached: (date) => {
      followServer(date);
      silent.clear();
      noteReach(server, "running");
    },
    // One request may be lost alone, to a proxy for one: whether the server is gone is asked.
    lost: (route) => {
      silent.add(route);
      const unasked = witnesses.find((one) => !silent.has(one));
      if (unasked === undefined) noteReach(server, "lost");
      else void ask(unasked);
    },
    signedOut: () => session.setState({ phase: "signed-out" }, true),
    // What looks at the page from outside, a test or a screenshot, can tell when all is there.
    underWay: (requests) => {
      // There is none where the stores are used without a page.
      if (typeof document !== "undefined")
        document.documentElement.toggleAttribute("data-busy", requests > 0);
    },
    wrote: (route, input) => afterWrite(queries, route, input),
    refused: (route, input, problem) => afterRefusal(queries, route, input, problem),
  };
  const client: ApiClient = createClient(observer, fetcher);
  const ask = (route: (typeof witnesses)[number]) =>
    queries.prefetchQuery({ ...routeQuery(client, route, {}), staleTime: 0 });
  onReached(server, () => queries.invalidateQueries());
  session.subscribe(({ phase }, before) => {
    if (phase === "signed-in" && before.phase === "signed-out") void queries.invalidateQueries();
  });
  let account: string | null = null;
  session.subscribe((now) => {
    if (now.phase === "signed-in") account = now.me.account.id;
  });
  const who = () => account;
  const kept = new KeptEdits({ account: who });
  const toasts = createToastsStore();
  const saved = new SavedObjects({ server, session, kept });
  return {
    client,
    queries,
    kept,
    server,
    session,
    askMe: () => queries.fetchQuery({ ...routeQuery(client, "getMe", {}), staleTime: 0 }),
    ...modelLists({ queries, client }),
    saved,
    toasts,
    removals: new Removals(toasts, server, { kept, onGone: (key) => saved.forgetAllOf(key) }),
    appearance: createAppearanceStore(),
    commands: createCommandsStore(),
    desktop: createDesktopStore(),
    feed: eventFeeds((place) => ({
      client,
      place,
      hidden: () => document.hidden,
      memory: browserStorage,
      onState: (state) => {
        if (state === "lost") void ask("getStatus");
      },
    })),
    // Of this tab: as with every edit, what is typed in another one is not changed here, nor shown.
    forms: new TypedForms(tabStorage, who),
    /** Kept by the page alone: secrets, and texts without a limit. */
    pageForms: new TypedForms(null, who),
    recordings: new Recordings(),
    replayPlans: createReplayPlans(),
    replay: byPlace((place) => new ReplayWatch(client, place)),
  };
}

/** Takes over what a route answers, whoever asked, before anything is drawn with it. */
function follow<Name extends PlatformRoute>(
  queries: QueryClient,
  route: Name,
  take: (answer: RouteAnswer<PlatformApi[Name]>) => void,
): void {
  queries.getQueryCache().subscribe((event) => {
    if (event.type !== "updated" || event.action.type !== "success" || event.query.queryKey[0] !== route)
      return;
    take(event.query.state.data as RouteAnswer<PlatformApi[Name]>);
  });
}

/** What a Space's model is made of. */
const modelLists = (around: ConstructorParameters<typeof SpaceList>[0]) => ({
  types: new SpaceList<ExperienceType>(around, "listExperienceTypes"),
  collections: new SpaceList<Collection>(around, "listCollections"),
  tribes: new SpaceList<Tribe>(around, "listTribes"),
  personas: new SpaceList<Persona>(around, "listPersonas", { decides: false }),
});
