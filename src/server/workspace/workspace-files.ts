import { join } from "node:path";
import { environmentKeys, slugPattern } from "../../core/primitives.ts";
import { entriesIn, liesThere, obstacleTo } from "../is-there.ts";
import { assertNoLink } from "./document-error.ts";
import {
  oauthKind,
  publishedKind,
  sceneKind,
  secretsKind,
  spaceKind,
  workspaceKind,
} from "./document-kinds.ts";
import type { DocumentKind } from "./parse-document.ts";
import { sceneFile } from "./scene-documents.ts";

export interface WorkspaceFile {
  /** From the workspace's folder, e.g. `spaces/cinema/space.json`. */
  readonly name: string;
  readonly kind: DocumentKind<unknown>;
  /** Kept from other people and from git. */
  readonly secret: boolean;
}

/** Every document that lies in a workspace's folder. @throws StartError where nobody can say whether one does: none is left out */
export function workspaceFiles(dataDir: string): WorkspaceFile[] {
  const open = (name: string, kind: DocumentKind<unknown>) => ({ name, kind, secret: false });
  const secret = (name: string, kind: DocumentKind<unknown>) => ({ name, kind, secret: true });
  return [
    open("workspace.json", workspaceKind),
    secret(".understudy/secrets.json", secretsKind),
    secret(".understudy/oauth.json", oauthKind),
    ...keysIn(join(dataDir, "spaces")).flatMap((key) => [
      open(`spaces/${key}/space.json`, spaceKind),
      ...environmentKeys.map((environment) =>
        open(`spaces/${key}/published/${environment}.json`, publishedKind),
      ),
      ...scenesIn(join(dataDir, "spaces", key)).map((name) =>
        open(`spaces/${key}/scenes/${name}`, sceneKind),
      ),
    ]),
  ].filter(({ name }) => liesThere(join(dataDir, name)));
}

/** The same, for whoever leaves nothing out. @throws DocumentError also where a link lies in the place of a folder of documents */
export async function wholeWorkspace(dataDir: string): Promise<WorkspaceFile[]> {
  const files = workspaceFiles(dataDir);
  const spaces = join(dataDir, "spaces");
  await assertNoLink(spaces);
  for (const key of keysIn(spaces))
    for (const folder of ["published", "scenes"]) await assertNoLink(join(spaces, key, folder));
  return files;
}

/** The folders of Spaces. A link is no Space, as at a start. */
const keysIn = (spaces: string): string[] =>
  entriesIn(spaces)
    .flatMap((one) => (one.isDirectory() ? [one.name] : []))
    // As at a start: what can't be looked into is no Space's where no Space is called so.
    .filter((name) => slugPattern.test(name) || obstacleTo(join(spaces, name, "space.json")) === null)
    .sort();

const scenesIn = (spaceFolder: string): string[] => {
  const folder = join(spaceFolder, "scenes");
  return entriesIn(folder)
    .map(({ name }) => name)
    .filter((name) => sceneFile(join(folder, name)) !== null)
    .sort();
};

/** Where the users, events and history of a workspace lie. */
export const dataDbOf = (dataDir: string): string => join(dataDir, ".understudy", "data.db");
