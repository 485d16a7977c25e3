import type { Role } from "../../core/organization.ts";

/** What a role may do, short enough for a row. */
export const roleWords: Readonly<Record<Role, string>> = {
  viewer: "Viewer: reads",
  editor: "Editor: edits and publishes",
  owner: "Owner: also people, keys, settings",
};

/** A role as one that can be chosen. */
export const roleOption = (role: Role) => [role, roleWords[role]] as const;
