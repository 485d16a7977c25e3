import type { Role } from "../../core/organization.ts";

/** What a role may do, short enough for a row. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: "Viewer: looks",
  editor: "Editor: edits and publishes",
  owner: "Owner: people, keys, settings",
};
