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
import { DocumentError } from "./document-error.ts";
import { oauthKind, secretsKind, showsKind, spaceKind, workspaceKind } from "./document-kinds.ts";
import { type DocumentPlace, filesWithBackups } from "./document-place.ts";
import { firstWorkspace } from "./first-workspace.ts";
import { JsonDocument } from "./json-document.ts";
import { parseDocument } from "./parse-document.ts";
import { PublishedDocuments } from "./published-documents.ts";
import { SceneDocuments } from "./scene-documents.ts";
import { storageFailed } from "./storage-failed.ts";

/** `targeting`: Tribes or publications of a Space changed, and so what people may be served. */
export type WorkspaceChange =
  | { readonly kind: "workspace" }
  | { readonly kind: "shows" }
  | { readonly kind: "targeting"; readonly spaceId: string }
  | { readonly kind: "space"; readonly spaceId: string };

/** Where a workspace lies. */
export interface WorkspaceHome {
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
  private readonly byId = new Map<string, JsonDocument<SpaceDocument>>();
  private readonly publishedById = new Map<string, PublishedDocuments>();
  private readonly scenesById = new Map<string, SceneDocuments>();
  private drops: Promise<unknown> = Promise.resolve();
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
  }

  /** Opens the folder; a first run makes an Organization, a local operator and one Space. @throws DocumentError */
  static async open(dir: string, now: number): Promise<Workspace> {
    const privateDir = join(dir, ".understudy");
    await mkdir(privateDir, { recursive: true, mode: 0o700 });
    await ignoreItself(join(privateDir, ".gitignore"));
    const place = filesWithBackups(join(privateDir, "backups"));
    await assertNotLost(dir, privateDir, place);
    // Removes what a killed copy was writing: nobody else has the folder.
    await rm(join(privateDir, "writing"), { recursive: true, force: true });
    const notice = await setAsideDamagedShows(join(privateDir, "shows.json"), place);
    const workspace = await Workspace.in({ dir, privateDir, place }, now);
    if (notice !== null) workspace.warnings.set(workspace.shows.path, notice);
    return workspace;
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
    await workspace.openSpaces();
    const isNew = document.data.organizations[0]?.id === first.workspace.organizations[0]?.id;
    if (isNew && workspace.byId.size === 0) await workspace.addSpace(first.space);
    return workspace;
  }

  get spacesDir(): string {
    return join(this.dir, "spaces");
  }

  spaces(): JsonDocument<SpaceDocument>[] {
    return [...this.byId.values()];
  }

  /** By id or key. */
  findSpace(reference: string): JsonDocument<SpaceDocument> | undefined {
    return this.byId.get(reference) ?? this.spaces().find((space) => space.data.space.key === reference);
  }

  /** What a Space serves in each environment. @throws Problem not-found where the Space is gone */
  published(spaceId: string): PublishedDocuments {
    const found = this.publishedById.get(spaceId);
    if (found === undefined) throw new Problem("not-found", "The Space is gone.");
    return found;
  }

  /** The scenes of a Space. @throws Problem not-found where the Space is gone */
  scenes(spaceId: string): SceneDocuments {
    const found = this.scenesById.get(spaceId);
    if (found === undefined) throw new Problem("not-found", "The Space is gone.");
    return found;
  }

  onChange(listener: (change: WorkspaceChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  announce(change: WorkspaceChange): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Writes a new Space's folder and takes it in. @throws Problem conflict, storage-failed */
  addSpace(document: SpaceDocument): Promise<void> {
    return this.document.hold(async () => {
      const { id, key } = document.space;
      const folder = join(this.spacesDir, key);
      const opened = await this.makeSpace(folder, document).catch((error: unknown) => {
        throw error instanceof DocumentError
          ? new Problem("conflict", `The folder spaces/${key} is there already. ${error.message}`)
          : storageFailed(error);
      });
      if (opened.data.space.id !== id)
        throw new Problem("conflict", `The folder spaces/${key} holds another Space already.`);
      await this.adopt(opened);
      this.announce({ kind: "space", spaceId: id });
    });
  }

  /** Changes a Space; where its key changes, its folder takes the new name in the same step. */
  changeSpace<R>(space: JsonDocument<SpaceDocument>, change: (draft: SpaceDocument) => R): Promise<R> {
    return space.updateAndMove(change, (draft) => join(this.spacesDir, draft.space.key));
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
      const { id, key } = document.data.space;
      const gone = new Problem("not-found", `The Space "${key}" was deleted.`);
      await document.retire(check, () => this.moveToTrash(dirname(document.path), Date.now()), gone);
      this.forget(id);
      this.announce({ kind: "space", spaceId: id });
      await also();
    });
  }

  /** Looks at a Space's file after an edit from outside: new, changed, invalid or gone. */
  syncSpace(folder: string): Promise<void> {
    return this.document.hold(() => this.syncHeldSpace(folder));
  }

  private async syncHeldSpace(folder: string): Promise<void> {
    const path = join(folder, "space.json");
    const known = this.spaces().find((space) => space.path === path);
    if (!(await this.place.exists(path))) return this.forgetSpace(folder);
    await this.guarded(path, async () => {
      if (known !== undefined) {
        if (await known.reload()) this.announce({ kind: "space", spaceId: known.data.space.id });
        return;
      }
      const opened = await this.openSpace(folder);
      // A Space that took a new key meanwhile lies here already: then that document is the newer one.
      if (this.byId.get(opened.data.space.id)?.path === path) return;
      await this.adopt(opened);
      this.announce({ kind: "space", spaceId: opened.data.space.id });
    });
  }

  /** Looks at what a Space serves in an environment after an edit from outside. */
  async syncPublished(folder: string, environment: EnvironmentKey): Promise<void> {
    const space = this.spaces().find((one) => dirname(one.path) === folder);
    if (space === undefined) return;
    const { id } = space.data.space;
    await this.guarded(join(folder, "published", `${environment}.json`), async () => {
      if (await this.published(id).reload(environment)) this.announce({ kind: "space", spaceId: id });
    });
  }

  /** Looks at a scene after an edit from outside. */
  async syncScene(folder: string, key: string): Promise<void> {
    const space = this.spaces().find((one) => dirname(one.path) === folder);
    if (space !== undefined) await this.scenes(space.data.space.id).reload(key);
  }

  private async adopt(opened: JsonDocument<SpaceDocument>): Promise<void> {
    const { id } = opened.data.space;
    const published = await PublishedDocuments.open(opened, {
      place: this.place,
      onOutsideEdit: () => this.announce({ kind: "space", spaceId: id }),
    });
    this.scenesById.set(
      id,
      await SceneDocuments.open(opened, { place: this.place, warnings: this.warnings }),
    );
    this.publishedById.set(id, published);
    opened.onOutsideEdit = () => this.announce({ kind: "space", spaceId: id });
    this.byId.set(id, opened);
  }

  private forget(spaceId: string): void {
    this.byId.delete(spaceId);
    this.publishedById.delete(spaceId);
    this.scenesById.delete(spaceId);
  }

  /** A Space's folder went away from outside: it is no longer served. */
  private forgetSpace(folder: string): void {
    this.warnings.delete(join(folder, "space.json"));
    const found = this.spaces().find((space) => dirname(space.path) === folder);
    if (found === undefined) return;
    this.forget(found.data.space.id);
    this.announce({ kind: "space", spaceId: found.data.space.id });
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
    const documents = [this.document, this.secrets, this.oauth, this.shows, ...this.byId.values()];
    await Promise.allSettled(documents.map((one) => one.hold(async () => undefined)));
  }

  /**
   * After a restore, while all is held: memory becomes what the folder holds. A Space goes on in the folder that it has now, or is
   * no longer served. What can't be used gets a warning.
   */
  async takeRestored(): Promise<void> {
    const folders = await this.foldersById();
    for (const space of this.spaces()) {
      const { id, key } = space.data.space;
      const folder = folders.get(id);
      if (folder !== undefined) {
        space.relocate(join(folder, "space.json"));
        continue;
      }
      this.warnings.delete(space.path);
      this.forget(id);
      space.end(new Problem("not-found", `The Space "${key}" is not in the snapshot that was restored.`));
      this.announce({ kind: "space", spaceId: id });
    }
    await this.guarded(this.document.path, async () => void (await this.document.reloadHeld()));
    for (const [id, folder] of folders) await this.takeRestoredSpace(id, folder);
  }

  /** The folders of `spaces/` that hold the Space of their name. */
  private async foldersById(): Promise<Map<string, string>> {
    const folders = new Map<string, string>();
    for (const { name, isFolder } of await this.place.entries(this.spacesDir)) {
      const path = join(this.spacesDir, name, "space.json");
      if (!isFolder || !(await this.place.exists(path))) continue;
      await this.guarded(path, async () => {
        const { id, key } = parseDocument(path, await this.place.text(path), spaceKind).value.space;
        if (key === name) folders.set(id, dirname(path));
      });
    }
    return folders;
  }

  private takeRestoredSpace(id: string, folder: string): Promise<void> {
    const path = join(folder, "space.json");
    return this.guarded(path, async () => {
      const space = this.byId.get(id);
      if (space === undefined) return this.adopt(await this.openSpace(folder));
      await space.reloadHeld();
      for (const environment of environmentKeys)
        await this.guarded(join(folder, "published", `${environment}.json`), async () => {
          await this.published(id).reloadHeld(environment);
        });
      await this.scenes(id).reloadAll();
    });
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
      const space = this.spaces().find((one) => dirname(one.path) === folder);
      if (space === undefined) continue;
      for (const environment of environmentKeys) await this.syncPublished(folder, environment);
      // It may be gone by now.
      await this.scenesById.get(space.data.space.id)?.reloadAll();
    }
  }

  async syncWorkspace(): Promise<void> {
    await this.guarded(this.document.path, async () => {
      if (await this.document.reload()) this.announce({ kind: "workspace" });
    });
  }

  private async guarded(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
      this.warnings.delete(path);
    } catch (error) {
      this.warnings.set(
        path,
        `An edit from outside was refused; the state before it stays. ${(error as Error).message}`,
      );
    }
  }

  private async openSpaces(): Promise<void> {
    await this.place.makeFolder(this.spacesDir);
    for (const entry of await this.place.entries(this.spacesDir)) {
      if (!entry.isFolder) continue;
      const folder = join(this.spacesDir, entry.name);
      if (!(await this.place.exists(join(folder, "space.json")))) {
        this.warnings.set(folder, `The folder ${folder} has no space.json, so it is left alone.`);
        continue;
      }
      const opened = await this.openSpace(await this.finishMove(folder));
      await this.adopt(opened);
    }
  }

  /** After a crash while a Space's key changed, its folder may have another name; it gets the one that its document says. */
  private async finishMove(folder: string): Promise<string> {
    await this.place.assertNoLink(join(folder, "space.json"));
    const text = await this.place.text(join(folder, "space.json"));
    const { key } = parseDocument(join(folder, "space.json"), text, spaceKind).value.space;
    const named = join(this.spacesDir, key);
    if (named === folder || (await this.place.exists(named))) return folder;
    await this.place.move(folder, named);
    return named;
  }

  private async openSpace(folder: string): Promise<JsonDocument<SpaceDocument>> {
    const path = join(folder, "space.json");
    const opened = await JsonDocument.open(this.spaceOptions(path));
    const twin = this.byId.get(opened.data.space.id);
    if (twin !== undefined && twin.path !== path && (await this.place.exists(twin.path)))
      throw new DocumentError(path, null, `has the same id as ${twin.path}`);
    return opened;
  }

  private async makeSpace(folder: string, initial: SpaceDocument): Promise<JsonDocument<SpaceDocument>> {
    await this.place.makeFolder(folder);
    return JsonDocument.open({ ...this.spaceOptions(join(folder, "space.json")), initial });
  }

  private spaceOptions(path: string) {
    return {
      path,
      kind: spaceKind,
      place: this.place,
      check: (found: SpaceDocument, at: string) => this.assertInPlace(found, at),
    };
  }

  /** A Space's folder is named after its key, and an edit from outside can't make it another Space. */
  private assertInPlace({ space: { id, key } }: SpaceDocument, path: string): void {
    if (key !== basename(dirname(path)))
      throw new DocumentError(path, null, `holds the Space "${key}", so its folder must be named ${key}`);
    const known = [...this.byId].find(([, document]) => document.path === path)?.[0];
    if (known !== undefined && known !== id)
      throw new DocumentError(path, null, `holds another Space (${id}) than before (${known})`);
  }

  /** Where what was deleted lies. */
  get trash(): string {
    return join(this.dir, ".understudy", "trash");
  }

  private async moveToTrash(folder: string, now: number): Promise<void> {
    try {
      await this.place.makeFolder(this.trash);
      await this.place.move(folder, join(this.trash, `${basename(folder)}-${now}`));
    } catch (error) {
      throw storageFailed(error);
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
