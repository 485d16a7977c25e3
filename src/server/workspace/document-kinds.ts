import { z } from "zod";
import {
  type PublishedDocument,
  publishedDocument,
  type SecretsDocument,
  type SpaceDocument,
  schemaVersion,
  secretsDocument,
  spaceDocument,
  type WorkspaceDocument,
  workspaceDocument,
} from "../../core/documents.ts";
import { type OauthDocument, oauthDocument } from "../../core/oauth-document.ts";
import { type Scene, scene } from "../../core/scene.ts";
import { type ClockSetting, clockSetting } from "../../core/settings.ts";
import { type ShowsDocument, showsDocument } from "../../core/shows-document.ts";
import type { DocumentKind } from "./parse-document.ts";

/** Each document with its schema and the numbered steps to it. Version 1 is the first, so there is no step yet. */
export const workspaceKind: DocumentKind<WorkspaceDocument> = {
  schema: workspaceDocument,
  version: schemaVersion,
  migrations: [],
};
export const spaceKind: DocumentKind<SpaceDocument> = {
  schema: spaceDocument,
  version: schemaVersion,
  migrations: [],
};
export const publishedKind: DocumentKind<PublishedDocument> = {
  schema: publishedDocument,
  version: schemaVersion,
  migrations: [],
};
export const secretsKind: DocumentKind<SecretsDocument> = {
  schema: secretsDocument,
  version: schemaVersion,
  migrations: [],
};
export const sceneKind: DocumentKind<Scene> = { schema: scene, version: 1, migrations: [] };
export const oauthKind: DocumentKind<OauthDocument> = {
  schema: oauthDocument,
  version: 1,
  migrations: [],
};

export const showsKind: DocumentKind<ShowsDocument> = { schema: showsDocument, version: 1, migrations: [] };

/** Of servers that share a database: the time is one for all of them. */
interface ClockDocument {
  readonly schemaVersion: 1;
  clock: ClockSetting;
}
export const clockKind: DocumentKind<ClockDocument> = {
  schema: z.object({ schemaVersion: z.literal(1), clock: clockSetting }),
  version: 1,
  migrations: [],
};
export const systemClock: ClockDocument = { schemaVersion: 1, clock: { mode: "system" } };
