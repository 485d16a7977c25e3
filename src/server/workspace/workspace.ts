import { lstat, mkdir, readdir, rename, rm } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type SecretsDocument,
  type SpaceDocument,
  schemaVersion,
  type WorkspaceDocument,
} from "../../core/documents.ts";
import { noSignIns, type OauthDocument } from "../../core/oauth-document.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import { noShows, type ShowsDocument } from "../../core/shows-document.ts";
import { ignoreItself } from "../own-folder.ts";
import { tellEach } from "../tell-each.ts";
import { DocumentError } from "./document-error.ts";
import { oauthKind, secretsKind, showsKind, workspaceKind } from "./document-kinds.ts";
import { type ChangedDocuments, type DocumentPlace, filesIn, type KnownDocument } from "./document-place.ts";
import { firstWorkspace } from "./first-workspace.ts";
import { JsonDocument } from "./json-document.ts";
import { lookedAtFiles } from "./looked-at-files.ts";
import { OpenSpaces } from "./open-spaces.ts";
import { takingOutsideEdit } from "./outside-edit.ts";
import type { PublishedDocuments } from "./published-documents.ts";
import type { SceneDocuments } from "./scene-documents.ts";
import { notStored } from "./storage-failed.ts";

/** `targeting`: Tribes or publications of a Space changed, and so what people may be served. */
export type WorkspaceChange =
  | { readonly kind: "workspace" }
  | { readonly kind: "shows" }
  | { readonly kind: "targeting"; readonly spaceId: string }
  | { readonly kind: "space"; readonly spaceId: string };

/** Where a workspace lies. */
interface WorkspaceHome {
  /** Before its documents' paths. */
  readonly dir: string;
  /** A folder of this machine, for files of this process only. */
  readonly privateDir: string;
  readonly place: DocumentPlace;
}

/** A workspace: documents that fit into git, and `.understudy/` beside them for all else. */
export class Workspace {
  readonly dir: string;
  /** For files that no other server and no other person reads. */
  readonly privateDir: string;
  readonly document: JsonDocument<WorkspaceDocument>;
  readonly secrets: JsonDocument<SecretsDocument>;
  /** Who is signed in; there is no file before somebody is. */
  readonly oauth: JsonDocument<OauthDocument>;
  /** Where shows stand; there is no file before the first one. */
  readonly shows: JsonDocument<ShowsDocument>;
  /** What the operator should know, by file, e.g. that an edit from outside was refused. */
  readonly warnings = new Map<string, string>();
  private readonly place: DocumentPlace;
  /** Changes while `document` is held: whoever holds that one may not wait for a Space to come or go. */
  private readonly served: OpenSpaces;
  private drops: Promise<unknown> = Promise.resolve();
  /** Folders in which another Space lay when what is beside it was looked at. */
  private readonly passedBy = new Set<string>();
  private readonly listeners = new Set<(change: WorkspaceChange) => void>();

  private constructor(
    { dir, privateDir, place }: WorkspaceHome,
    document: JsonDocument<WorkspaceDocument>,
    secrets: JsonDocument<SecretsDocument>,
    oauth: JsonDocument<OauthDocument>,
    shows: JsonDocument<ShowsDocument>,
  ) {
    this.dir = dir;
    this.privateDir = privateDir;
    this.place = place;
    this.oauth = oauth;
    this.shows = shows;
    this.document = document;
    this.secrets = secrets;
    this.served = new OpenSpaces(join(dir, "spaces"), {
      place,
      workspace: document,
      warnings: this.warnings,
      announce: (spaceId) => this.announce({ kind: "space", spaceId }),
    });
  }

  /** Opens the folder; a first run makes an Organization, a local operator and one Space. @throws DocumentError */
  static async open(dir: string, now: number): Promise<Workspace> {
    const privateDir = join(dir, ".understudy");
    await mkdir(privateDir, { recursive: true, mode: 0o700 });
    await ignoreItself(join(privateDir, ".gitignore"));
    const place = filesIn(dir);
    await assertNotLost(dir, privateDir, place);
    // Removes what a killed copy was writing: nobody else has the folder.
    await rm(join(privateDir, "writing"), { recursive: true, force: true });
    const notice = await setAsideDamagedShows(join(privateDir, "shows.json"), place);
    const workspace = await Workspace.in({ dir, privateDir, place }, now);
    if (notice !== null) workspace.warnings.set(workspace.shows.path, notice);
    return workspace;
  }

  /** What a start would find in the folder; nothing is changed, and nothing can be. @throws DocumentError as it would */
  static async look(dir: string, now: number): Promise<Workspace> {
    const privateDir = join(dir, ".understudy");
    const place = lookedAtFiles(dir);
    await assertNotLost(dir, privateDir, place);
    return Workspace.in({ dir, privateDir, place }, now);
  }

  /** Opens documents, in files or in a database; the first process to come makes them. @throws DocumentError */
  static async in(home: WorkspaceHome, now: number): Promise<Workspace> {
    const { dir, place } = home;
    const first = firstWorkspace(now);
    const secretsDir = join(dir, ".understudy");
    const document = await JsonDocument.open({
      path: join(dir, "workspace.json"),
      kind: workspaceKind,
      initial: first.workspace,
      place,
      onOutsideEdit: () => workspace.announce({ kind: "workspace" }),
    });
    const secrets = await JsonDocument.open({
      path: join(secretsDir, "secrets.json"),
      kind: secretsKind,
      initial: noSecrets,
      place,
      mode: 0o600,
    });
    const oauth = await JsonDocument.open({
      path: join(secretsDir, "oauth.json"),
      kind: oauthKind,
      absent: noSignIns,
      place,
      mode: 0o600,
    });
    const shows = await JsonDocument.open({
      path: join(secretsDir, "shows.json"),
      kind: showsKind,
      absent: noShows,
      place,
      mode: 0o600,
      onOutsideEdit: () => workspace.announce({ kind: "shows" }),
    });
    const workspace: Workspace = new Workspace(home, document, secrets, oauth, shows);
    await workspace.served.openAll();
    const isNew = document.data.organizations[0]?.id === first.workspace.organizations[0]?.id;
    if (isNew && workspace.spaces().length === 0) await workspace.addSpace(first.space);
    return workspace;
  }

  get spacesDir(): string {
    return this.served.dir;
  }

  spaces(): JsonDocument<SpaceDocument>[] {
    return this.served.all();
  }

  /** By id or key. */
  findSpace(reference: string): JsonDocument<SpaceDocument> | undefined {
    return this.served.find(reference);
  }

  /** The keys of an Organization's Spaces; where other servers make them, too, as they are stored now. */
  spaceKeysIn(orgId: string): Promise<string[]> {
    return this.served.keysIn(orgId);
  }

  /** What a Space serves in each environment. @throws Problem not-found where the Space is gone */
  published(spaceId: string): PublishedDocuments {
    return this.served.of(spaceId).published;
  }

  /** The scenes of a Space. @throws Problem not-found where the Space is gone */
  scenes(spaceId: string): SceneDocuments {
    return this.served.of(spaceId).scenes;
  }

  onChange(listener: (change: WorkspaceChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  announce(change: WorkspaceChange): void {
    tellEach(this.listeners, change);
  }

  /** Writes a new Space's folder and takes it in. @throws Problem not-found for its organization, conflict, storage-failed */
  addSpace(document: SpaceDocument): Promise<void> {
    const { orgId } = document.space;
    const add = async () => {
      if (!this.document.data.organizations.some(({ id }) => id === orgId))
        throw new Problem("not-found", "Its organization was deleted.");
      await this.served.add(document);
    };
    return this.document.hold(() => this.document.inFolder(add));
  }

  /**
   * Changes a Space; where its key changes, its folder takes the new name in the same step, while nobody looks which folders
   * there are.
   */
  changeSpace<R>(space: JsonDocument<SpaceDocument>, change: (draft: SpaceDocument) => R): Promise<R> {
    const folderOf = (draft: SpaceDocument) => join(this.spacesDir, draft.space.key);
    return this.document.hold(async () => {
      const before = dirname(space.path);
      const result = await space.updateAndMove(change, folderOf);
      this.served.moveWarnings(before, dirname(space.path));
      return result;
    });
  }

  /**
   * Removes a Space, once `check` agrees: its folder moves to .understudy/trash, whole. `also` ends with it, before anything else
   * changes; it must not change the workspace's own document.
   */
  removeSpace(
    document: JsonDocument<SpaceDocument>,
    check: (data: SpaceDocument) => void,
    also: () => Promise<void>,
  ): Promise<void> {
    return this.document.hold(async () => {
      const { key } = document.data.space;
      const gone = new Problem("not-found", `The Space "${key}" was deleted.`);
      await document.retire(check, (folder, checked) => this.moveToTrash(folder, checked), gone);
      this.served.forget(document);
      await also();
    });
  }

  /** Looks at a Space's file after an edit from outside: new, changed, invalid or gone. */
  syncSpace(folder: string): Promise<void> {
    return this.inTurn(async () => {
      await this.served.sync(folder);
      if (!this.passedBy.delete(folder)) return;
      for (const environment of environmentKeys) await this.takePublished(folder, environment);
      await this.takeScenes(folder);
    });
  }

  /** Looks at all scenes of a Space after an edit from outside. */
  syncScenes(folder: string): Promise<void> {
    return this.inTurn(() => this.takeScenes(folder));
  }

  /** Looks at what a Space serves in an environment after an edit from outside. */
  syncPublished(folder: string, environment: EnvironmentKey): Promise<void> {
    return this.inTurn(() => this.takePublished(folder, environment));
  }

  private async takePublished(folder: string, environment: EnvironmentKey): Promise<void> {
    const space = this.served.in(folder);
    if (space === undefined || (await this.passesBy(folder))) return;
    await takingOutsideEdit(this.warnings, join(folder, "published", `${environment}.json`), async () => {
      if (await space.published.reload(environment))
        this.announce({ kind: "space", spaceId: space.document.data.space.id });
    });
  }

  /** Whether another Space lies in a folder, as in another branch. It is refused, and so is what lies beside it, until the one before is back. */
  private async passesBy(folder: string): Promise<boolean> {
    if (!(await this.served.holdsAnother(folder))) return false;
    this.passedBy.add(folder);
    return true;
  }

  /** Takes in what other servers changed of Spaces, those that came and went last. `head`: what came later may not be in it. @throws Problem not-ready */
  async takeSpaces(found: ChangedDocuments, head: number): Promise<void> {
    const folders = await this.served.take(found, head);
    if (folders.length === 0) return;
    await this.document.hold(async () => {
      for (const folder of folders) {
        const known = this.served.in(folder)?.document;
        await (known?.hold(() => this.served.comeOrGo(folder)) ?? this.served.comeOrGo(folder));
      }
    });
  }

  /** Looks at a scene after an edit from outside. */
  syncScene(folder: string, key: string): Promise<void> {
    return this.inTurn(async () => {
      if (!(await this.passesBy(folder))) await this.served.in(folder)?.scenes.reload(key);
    });
  }

  /** Every change of what a restore puts in place is refused from now on. Keys, sign-ins and shows go on. */
  end(reason: Problem): void {
    for (const document of [this.document, ...this.spaces()]) document.end(reason);
  }

  /** Does `work` while no document can be changed, and no Space come or go; changes that come meanwhile are made afterwards. */
  hold<R>(work: () => Promise<R>): Promise<R> {
    return this.document.hold(() =>
      this.spaces().reduce<() => Promise<R>>((inner, one) => () => one.hold(inner), work)(),
    );
  }

  /** One after the other: dropping what a deleted Space left in the store, and a restore, which may bring the Space back. */
  dropsAlone<R>(work: () => Promise<R>): Promise<R> {
    const run = this.drops.then(work);
    this.drops = run.catch(() => undefined);
    return run;
  }

  /** Resolves once every change that was begun is stored, or refused: also those that nobody waits for, as when a sign-in was last used. */
  async settled(): Promise<void> {
    const documents = [this.document, this.secrets, this.oauth, this.shows, ...this.spaces()];
    await Promise.allSettled(documents.map((one) => one.hold(async () => undefined)));
  }

  /** Before a restore, while all is held: takes in what was edited from outside. @throws Problem conflict where it can't be read */
  async takeOutsideEdits(): Promise<void> {
    if (await this.place.exists(this.document.path).catch(() => true)) await this.document.takeOutsideEdit();
    await this.served.takeOutsideEdits();
  }

  /** After a restore, while all is held: memory becomes what the folder holds. What can't be used gets a warning. */
  async takeRestored(): Promise<void> {
    await takingOutsideEdit(
      this.warnings,
      this.document.path,
      async () => void (await this.document.reloadHeld()),
    );
    await this.served.takeRestored();
  }

  /** Takes in whatever the folder holds now. */
  async syncAll(): Promise<void> {
    await this.syncWorkspace();
    const there = await this.place.entries(this.spacesDir).catch(() => []);
    const folders = new Set([
      ...this.spaces().map(({ path }) => dirname(path)),
      ...there.map(({ name }) => join(this.spacesDir, name)),
    ]);
    for (const folder of folders) {
      await this.syncSpace(folder);
      for (const environment of environmentKeys) await this.syncPublished(folder, environment);
      await this.syncScenes(folder);
    }
  }

  /**
   * One look at the folder after the other, so that a scene waits for its new Space. Where the workspace or the Space has ended it does
   * nothing; every other fault has become a warning by then.
   */
  private async inTurn(work: () => Promise<void>): Promise<void> {
    await this.document.hold(work).catch((error: unknown) => {
      if (!(error instanceof Problem)) throw error;
    });
  }

  private async takeScenes(folder: string): Promise<void> {
    const space = this.served.in(folder);
    if (!(await this.passesBy(folder))) await space?.document.hold(() => space.scenes.reloadAllHeld());
  }

  async syncWorkspace(): Promise<void> {
    await takingOutsideEdit(this.warnings, this.document.path, async () => {
      if (await this.document.reload()) this.announce({ kind: "workspace" });
    });
  }

  /** Nothing tells of the keys' document by itself. */
  async lookForSecrets(): Promise<void> {
    const { path } = this.secrets;
    await takingOutsideEdit(this.warnings, path, async () => {
      if (!(await this.place.exists(path))) throw this.secrets.takenAway();
    });
  }

  /** Where what was deleted lies. */
  get trash(): string {
    return join(this.dir, ".understudy", "trash");
  }

  private async moveToTrash(folder: string, checked: KnownDocument): Promise<void> {
    try {
      await this.place.makeFolder(this.trash);
      await this.place.move(folder, join(this.trash, `${basename(folder)}-${Date.now()}`), checked);
    } catch (error) {
      throw notStored(error);
    }
  }
}

/** A used folder whose workspace.json is gone: a new one would have other Organizations, and nobody would see the Spaces. */
async function assertNotLost(dir: string, privateDir: string, { exists }: DocumentPlace): Promise<void> {
  const path = join(dir, "workspace.json");
  const isUsed = await exists(join(privateDir, "secrets.json"));
  if (!isUsed || (await exists(path))) return;
  const spaces = await readdir(join(dir, "spaces")).catch(() => []);
  if (spaces.length > 0)
    throw new DocumentError(path, null, "is missing, and the Spaces beside it belong to its organizations");
}

/**
 * A damaged file of shows must not keep the server from starting: it is moved aside, and a notice says so. Links are moved,
 * never followed.
 */
async function setAsideDamagedShows(path: string, place: DocumentPlace): Promise<string | null> {
  const stats = await lstat(path).catch(() => null);
  if (stats === null) return null;
  let reason = `${path} is not a file`;
  if (stats.isFile())
    try {
      await place.file(path, showsKind).read();
      return null;
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      reason = error.message;
    }
  const aside = `${path}.damaged`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  return `The file of where the shows stand can't be read, so they begin anew; it is ${aside} now. ${reason}`;
}

const noSecrets: SecretsDocument = {
  schemaVersion,
  apiKeys: {},
  tokens: [],
  consoleSessions: [],
  invitations: {},
  passphrases: {},
  pairings: [],
  devices: [],
  github: null,
  updates: null,
};
