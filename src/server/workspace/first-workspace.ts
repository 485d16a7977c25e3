import { type SpaceDocument, schemaVersion, type WorkspaceDocument } from "../../core/documents.ts";
import { defaultSettings } from "../../core/settings.ts";
import { newId } from "./new-id.ts";

/** Of the Space that a new workspace begins with. */
export const firstSpaceKey = "my-first-space";

/** What a first run starts with, so that nobody starts on an empty page. `now` is in ms UTC. */
export function firstWorkspace(now: number): { workspace: WorkspaceDocument; space: SpaceDocument } {
  const at = new Date(now).toISOString();
  const stamps = { createdAt: at, updatedAt: at };
  const organization = { id: newId("org"), name: "My organization", ...stamps };
  const operator = { id: newId("acc"), name: "Local operator", email: null, createdAt: at };
  return {
    workspace: {
      schemaVersion,
      organizations: [organization],
      accounts: [operator],
      memberships: [{ accountId: operator.id, orgId: organization.id, role: "owner" }],
      settings: defaultSettings,
    },
    space: emptySpace({ orgId: organization.id, key: firstSpaceKey, name: "My first Space", at }),
  };
}

/** A Space without content. */
export function emptySpace({
  orgId,
  key,
  name,
  at,
}: {
  orgId: string;
  key: string;
  name: string;
  at: string;
}): SpaceDocument {
  return {
    schemaVersion,
    space: { id: newId("spc"), orgId, key, name, allowedOrigins: [], createdAt: at, updatedAt: at },
    experienceTypes: [],
    collections: [],
    tribes: [],
    tribesRevision: 0,
    personas: [],
  };
}
