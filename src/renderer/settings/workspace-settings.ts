import type { SettingsPatch, StoredSettings } from "../../core/settings.ts";
import { changeAtOnce, patchKnown, routeQuery } from "../api/queries.ts";
import type { Console } from "../page/console-context.ts";

type Settings = Pick<Console, "client" | "queries">;

/** Shows a change at once and takes it back where the server refuses it. @throws the reason of a refusal */
export function changeSettings<Name extends keyof StoredSettings>(
  { client, queries }: Settings,
  name: Name,
  to: StoredSettings[Name],
): Promise<void> {
  const read = routeQuery(client, "getSettings", {});
  const before = queries.getQueryData(read.queryKey) as StoredSettings | undefined;
  const put = (value: StoredSettings[Name] | undefined) => (known: StoredSettings) =>
    value === undefined ? known : { ...known, [name]: value };
  return changeAtOnce<StoredSettings>(queries, read, {
    show: put(to),
    takeBack: put(before?.[name]),
    send: () => client.call("updateSettings", { body: { [name]: to } }),
  });
}

/** Changes settings, and shows them when they are saved. @throws the reason of a refusal */
export async function saveSettings({ client, queries }: Settings, change: SettingsPatch): Promise<void> {
  const saved = await client.call("updateSettings", { body: change });
  patchKnown(queries, routeQuery(client, "getSettings", {}), () => saved);
}

/** What the GitHub client's removal is called among the removals. */
export const githubRemoval = "github-client";

/** Offers GitHub at the sign-in page by another client; a removal that can be undone still is over with that. */
export async function offerGitHub(
  console: Settings & Pick<Console, "removals">,
  github: SettingsPatch["github"],
): Promise<void> {
  console.removals.undo(githubRemoval);
  await saveSettings(console, { github });
}

/** Offers GitHub no longer when its undo has run out: its secret could not be brought back. */
export function removeGitHub({ client, queries, removals }: Settings & Pick<Console, "removals">): void {
  removals.offer({
    key: githubRemoval,
    said: "GitHub is no longer offered",
    refused: "GitHub is still offered.",
    remove: (options) => client.call("updateSettings", { body: { github: null }, ...options }),
    drop: () =>
      patchKnown<object>(queries, routeQuery(client, "getSettings", {}), (known) => ({
        ...known,
        github: null,
      })),
  });
}
