import { type ComponentType, lazy, Suspense, useEffect, useLayoutEffect, useMemo } from "react";
import { useSearch } from "wouter";
import { usePathname } from "wouter/use-browser-location";
import { byReference } from "../../core/by-reference.ts";
import { isPage, type PageName, pagePath, pageTitles } from "../../core/console-pages.ts";
import { type Me, roleIncludes } from "../../core/organization.ts";
import type { EnvironmentKey } from "../../core/primitives.ts";
import type { Space } from "../../core/space.ts";
import { Frame } from "../frame/Frame.tsx";
import { OverviewPage } from "../overview/OverviewPage.tsx";
import { useEnvironments, useSpaces } from "../page/reads.ts";
import { HereContext, useHere, usePath } from "../page/use-here.ts";
import { titleOf } from "../page/use-page-title.ts";
import { Empty, PageSkeleton, PageState } from "../parts/PageState.tsx";
import { isEnvironment, rememberPlace } from "../stores/last-place.ts";
import { roleIn } from "../stores/session-store.ts";
import { ErrorBoundary, PageNotFetched } from "./ErrorBoundary.tsx";
import { NotFound } from "./NotFound.tsx";

interface PlacePageProps {
  readonly spaceKey: string;
  readonly environment: string;
  readonly page: string;
  readonly me: Me;
}

/** Checks what the address names before anything is asked of the server. */
export function PlacePage({ spaceKey, environment, page, me }: PlacePageProps) {
  const { data: spaces } = useSpaces();
  const path = usePathname();
  const below = useMemo(() => partsBelow(path), [path]);
  const space = byReference(spaces ?? [], spaceKey);
  if (space === undefined || !isEnvironment(environment) || !isPage(page)) return <NotFound />;
  return <KnownPage space={space} environment={environment} page={page} below={below} me={me} />;
}

/** What a path names below its page, decoded. The router's own parts keep `%40`, `%2F` and the like. */
function partsBelow(path: string): readonly string[] {
  const parts = path
    .split("/")
    .slice(5)
    .filter((part) => part !== "");
  try {
    return parts.map(decodeURIComponent);
  } catch {
    return parts;
  }
}

interface KnownPageProps {
  readonly space: Space;
  readonly environment: EnvironmentKey;
  readonly page: PageName;
  readonly below: readonly string[];
  readonly me: Me;
}

function KnownPage({ space, environment, page, below, me }: KnownPageProps) {
  const environments = useEnvironments(space.id);
  const search = useSearch();
  const path = pagePath({ spaceKey: space.key, environment }, page, ...below);
  useEffect(
    () =>
      rememberPlace({ spaceKey: space.key, environment, path: search === "" ? path : `${path}?${search}` }),
    [space.key, environment, path, search],
  );
  const title = titleOf([pageTitles[page]], { space, environment });
  // Before the head of the page says more.
  useLayoutEffect(() => {
    document.title = title;
  }, [title]);

  const role = roleIn(me, space.orgId);
  const here = {
    space,
    environment,
    page,
    below,
    me,
    role,
    isOwner: roleIncludes(role, "owner"),
    canEdit: roleIncludes(role, "editor"),
    ownsWorkspace: me.workspaceRole === "operator",
    environments,
    apiKey: environments.find((one) => one.key === environment)?.apiKey ?? null,
  };
  const Page = below.length > (depths[page] ?? 0) ? NothingBelow : pageComponents[page];
  return (
    <HereContext value={here}>
      <Frame>
        <ErrorBoundary key={page} inFrame>
          <Suspense fallback={<PageSkeleton title={pageTitles[page]} />}>
            <Page key={`${space.id}/${environment}`} />
          </Suspense>
        </ErrorBoundary>
      </Frame>
    </HereContext>
  );
}

/** How many parts an address may have below a page; none below the others. */
const depths: Readonly<Partial<Record<PageName, number>>> = {
  collections: 3,
  tribes: 1,
  users: 1,
  personas: 1,
};

/** An address with more parts than its page has things in each other. */
function NothingBelow() {
  const { page } = useHere();
  const to = usePath();
  return (
    <PageState page="Nothing at this address">
      <Empty
        title="The address goes on where nothing does"
        way={{ words: `Open ${pageTitles[page]}`, href: to(page) }}
      >
        It may have been typed or cut wrongly.
      </Empty>
    </PageState>
  );
}

/** A page that is fetched when it is first opened: the first route stays small. */
const fetched = (load: () => Promise<ComponentType>) =>
  lazy(async () => {
    try {
      return { default: await load() };
    } catch (cause) {
      throw new PageNotFetched("A page could not be fetched.", { cause });
    }
  });

const pageComponents: Readonly<Record<PageName, ComponentType>> = {
  overview: OverviewPage,
  collections: fetched(async () => (await import("../collections/CollectionsPage.tsx")).CollectionsPage),
  tribes: fetched(async () => (await import("../tribes/TribesPage.tsx")).TribesPage),
  users: fetched(async () => (await import("../users/AllUsers.tsx")).UsersPage),
  events: fetched(async () => (await import("../events/EventsPage.tsx")).EventsPage),
  preview: fetched(async () => (await import("../preview/PreviewPage.tsx")).PreviewPage),
  personas: fetched(async () => (await import("../personas/PersonasPage.tsx")).PersonasPage),
  stage: fetched(async () => (await import("../stage/StagePage.tsx")).StagePage),
  code: fetched(async () => (await import("../code/CodePage.tsx")).CodePage),
  settings: fetched(async () => (await import("../settings/SettingsPage.tsx")).SettingsPage),
};
