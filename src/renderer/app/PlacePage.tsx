import { useEffect } from "react";
import { useStore } from "zustand";
import { type Me, roleIncludes } from "../../core/organization.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import { environmentNames } from "../../core/primitives.ts";
import type { Space } from "../../core/space.ts";
import { EventsPage } from "../events/EventsPage.tsx";
import { Frame } from "../frame/Frame.tsx";
import { OverviewPage } from "../overview/OverviewPage.tsx";
import { SettingsPage } from "../settings/SettingsPage.tsx";
import { loadEnvironments } from "../stores/environments-store.ts";
import { isEnvironment, rememberPlace } from "../stores/last-place.ts";
import { ownsAny, roleIn } from "../stores/session-store.ts";
import { useConsole } from "./console-context.ts";
import { NotFound } from "./NotFound.tsx";
import { isPage, type PageName, pageTitles } from "./pages.ts";
import { HereContext } from "./use-here.ts";

interface PlacePageProps {
  readonly spaceKey: string;
  readonly environment: string;
  readonly page: string;
  readonly me: Me;
}

/** Checks what the address names before anything is asked of the server. */
export function PlacePage({ spaceKey, environment, page, me }: PlacePageProps) {
  const { spaces } = useStore(useConsole().spaces);
  const space = spaces.find((one) => one.key === spaceKey || one.id === spaceKey);
  if (space === undefined || !isEnvironment(environment) || !isPage(page)) return <NotFound />;
  return <KnownPage space={space} environment={environment} page={page} me={me} />;
}

interface KnownPageProps {
  readonly space: Space;
  readonly environment: EnvironmentKey;
  readonly page: PageName;
  readonly me: Me;
}

function KnownPage({ space, environment, page, me }: KnownPageProps) {
  const { environments, client } = useConsole();
  const known = useStore(environments, (state) => state.bySpace[space.id]);
  useEffect(() => void loadEnvironments(environments, client, space.id), [environments, client, space.id]);
  useEffect(() => rememberPlace({ spaceKey: space.key, environment }), [space.key, environment]);
  useEffect(() => {
    document.title = `${pageTitles[page]} · ${space.name} · ${environmentNames[environment]} · Understudy`;
  }, [page, space.name, environment]);

  const here = {
    space,
    environment,
    page,
    me,
    role: roleIn(me, space.orgId),
    isOwner: roleIncludes(roleIn(me, space.orgId), "owner"),
    ownsWorkspace: ownsAny(me),
    environments: known ?? [],
    apiKey: known?.find((one) => one.key === environment)?.apiKey ?? null,
  };
  const Page = pageComponents[page];
  return (
    <HereContext value={here}>
      <Frame>
        <Page key={`${space.id}/${environment}`} />
      </Frame>
    </HereContext>
  );
}

const pageComponents = { overview: OverviewPage, events: EventsPage, settings: SettingsPage } as const;
