import { platformApi } from "../../core/api.ts";
import { me } from "../../core/organization.ts";
import { status } from "../../core/settings.ts";
import type { Space } from "../../core/space.ts";
import type { PlatformClient } from "../platform/platform-client.ts";

/** The organizations that the person is in. */
export const readOrganizations = async (client: PlatformClient) =>
  (await client.ask("GET", platformApi.getMe.path, { answer: me })).organizations;

/** Where the platform answers SDKs. */
export const readSdkUrl = async (client: PlatformClient) =>
  (await client.ask("GET", platformApi.getStatus.path, { answer: status.pick({ sdkUrl: true }) })).sdkUrl;

/** The Spaces of an organization, or of all that the person is in; all pages. */
export async function readSpaces(client: PlatformClient, org: string | null): Promise<Space[]> {
  const spaces: Space[] = [];
  let cursor: string | null = null;
  do {
    const query: URLSearchParams = new URLSearchParams({
      limit: "200",
      ...(org === null ? {} : { org }),
      ...(cursor === null ? {} : { cursor }),
    });
    const page = await client.ask("GET", `${platformApi.listSpaces.path}?${query}`, {
      answer: platformApi.listSpaces.answer,
    });
    spaces.push(...page.data);
    cursor = page.next;
  } while (cursor !== null);
  return spaces;
}
