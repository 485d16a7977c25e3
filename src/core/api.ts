import { accessApi } from "./api/access.ts";
import { accountsApi } from "./api/accounts.ts";
import { codeApi } from "./api/code.ts";
import { collectionsApi } from "./api/collections.ts";
import { devicesApi } from "./api/devices.ts";
import { eventsApi } from "./api/events.ts";
import { experienceTypesApi } from "./api/experience-types.ts";
import { experiencesApi } from "./api/experiences.ts";
import { legacyApi } from "./api/legacy.ts";
import { organizationsApi } from "./api/organizations.ts";
import { personasApi } from "./api/personas.ts";
import { publicationsApi } from "./api/publications.ts";
import { scenesApi } from "./api/scenes.ts";
import { serviceApi } from "./api/service.ts";
import { snapshotsApi } from "./api/snapshots.ts";
import { spacesApi } from "./api/spaces.ts";
import { stageApi } from "./api/stage.ts";
import { tribesApi } from "./api/tribes.ts";
import { updatesApi } from "./api/updates.ts";
import { usersApi } from "./api/users.ts";

/**
 * Every route of the platform plane's API. `:spaceId`, `:collectionId` and the like take an id or a key; `:envKey` takes
 * `development`, `staging`, `production` or that environment's API key (spec, "Endpoints"; CONTRACT.md).
 */
export const platformApi = {
  ...accountsApi,
  ...organizationsApi,
  ...spacesApi,
  ...usersApi,
  ...eventsApi,
  ...experienceTypesApi,
  ...collectionsApi,
  ...experiencesApi,
  ...publicationsApi,
  ...tribesApi,
  ...personasApi,
  ...scenesApi,
  ...stageApi,
  ...snapshotsApi,
  ...codeApi,
  ...accessApi,
  ...devicesApi,
  ...serviceApi,
  ...updatesApi,
  ...legacyApi,
} as const;

export type PlatformApi = typeof platformApi;
export type PlatformRoute = keyof PlatformApi;

/** The path of a route with its parameters filled in, each escaped. */
export function routePath(path: string, params: Readonly<Record<string, string>> = {}): string {
  return path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
}
