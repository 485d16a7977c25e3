import { mkdir, readdir, rename, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import {
  type SecretsDocument,
  type SpaceDocument,
  schemaVersion,
  type WorkspaceDocument,
} from "../../core/documents.ts";
import { Problem } from "../../core/problem.ts";
import { DocumentError } from "./document-error.ts";
import { secretsKind, spaceKind, workspaceKind } from "./document-kinds.ts";
import { firstWorkspace } from "./first-workspace.ts";
import { JsonDocument } from "./json-document.ts";

export type WorkspaceChange =
  | { readonly kind: "workspace" }
  | { readonly kind: "space"; readonly spaceId: string };

/** The folder of an operator's work: documents fit for git, and `.understudy/` beside them for what is not. */
export class Workspace {
  readonly dir: string;
  readonly document: JsonDocument<WorkspaceDocument>;
  readonly secrets: JsonDocument<SecretsDocument>;
  /** What the operator should know, by file: an edit from outside that was refused. */
  readonly warnings = new Map<string, string>();
  private readonly byId = new Map<string, JsonDocument<SpaceDocument>>();
  private readonly listeners = new Set<(change: WorkspaceChange) => void>();

  private constructor(
    dir: string,
    document: JsonDocument<WorkspaceDocument>,
    secrets: JsonDocument<SecretsDocument>,
  ) {
    this.dir = dir;
    this.document = document;
    this.secrets = secrets;
  }

  /** Opens the folder; a first run makes an Organization, a local operator and one Space. @throws DocumentError */
  static async open(dir: string, now: number): Promise<Workspace> {
    const privateDir = join(dir, ".understudy");
    await mkdir(privateDir, { recursive: true, mode: 0o700 });
    await keepOutOfGit(dir);
    const backups = join(privateDir, "backups");
    const first = firstWorkspace(now);
    const document = await JsonDocument.open({
      path: join(dir, "workspace.json"),
      kind: workspaceKind,
      initial: first.workspace,
      backups,
    });
    const secrets = await JsonDocument.open({
      path: join(privateDir, "secrets.json"),
      kind: secretsKind,
      initial: noSecrets,
      backups,
      mode: 0o600,
    });
    const workspace = new Workspace(dir, document, secrets);
    await workspace.openSpaces();
    const isNew = document.data.organizations[0]?.id === first.workspace.organizations[0]?.id;
    if (isNew && workspace.byId.size === 0) await workspace.addSpace(first.space);
    return workspace;
  }

  get privateDir(): string {
    return join(this.dir, ".understudy");
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

  onChange(listener: (change: WorkspaceChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  announce(change: WorkspaceChange): void {
    for (const listener of this.listeners) listener(change);
  }

  /** Writes a new Space's folder and takes it in. */
  async addSpace(document: SpaceDocument): Promise<void> {
    const folder = join(this.spacesDir, document.space.key);
    await mkdir(folder, { recursive: true });
    const opened = await JsonDocument.open({
      path: join(folder, "space.json"),
      kind: spaceKind,
      initial: document,
      backups: join(this.privateDir, "backups"),
    });
    if (opened.data.space.id !== document.space.id) {
      throw new Problem("conflict", `The folder spaces/${document.space.key} holds another Space already.`);
    }
    this.byId.set(document.space.id, opened);
    this.announce({ kind: "space", spaceId: document.space.id });
  }

  /** Takes a Space out: its folder moves to .understudy/trash, whole. */
  async removeSpace(spaceId: string, now: number): Promise<void> {
    const document = this.byId.get(spaceId);
    if (document === undefined) return;
    const trash = join(this.privateDir, "trash");
    await mkdir(trash, { recursive: true });
    const folder = dirname(document.path);
    await rename(folder, join(trash, `${basename(folder)}-${now}`));
    this.byId.delete(spaceId);
    this.announce({ kind: "space", spaceId });
  }

  /** Gives a Space's folder the name of its key, after the key has changed. */
  async moveSpace(spaceId: string): Promise<void> {
    const document = this.byId.get(spaceId);
    if (document === undefined) return;
    const folder = join(this.spacesDir, document.data.space.key);
    if (dirname(document.path) === folder) return;
    await rename(dirname(document.path), folder);
    this.byId.set(spaceId, await this.openSpace(folder));
  }

  /** Looks at a Space's file after an edit from outside: new, changed, invalid or gone. */
  async syncSpace(folder: string): Promise<void> {
    const path = join(folder, "space.json");
    const known = this.spaces().find((space) => space.path === path);
    await this.guarded(path, async () => {
      if (known !== undefined) {
        if (await known.reload()) this.announce({ kind: "space", spaceId: known.data.space.id });
        return;
      }
      const opened = await this.openSpace(folder);
      this.byId.set(opened.data.space.id, opened);
      this.announce({ kind: "space", spaceId: opened.data.space.id });
    });
  }

  /** A Space's folder went away from outside: it is no longer served. */
  forgetSpace(folder: string): void {
    const found = this.spaces().find((space) => dirname(space.path) === folder);
    if (found === undefined) return;
    this.byId.delete(found.data.space.id);
    this.announce({ kind: "space", spaceId: found.data.space.id });
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
    await mkdir(this.spacesDir, { recursive: true });
    for (const entry of await readdir(this.spacesDir, { withFileTypes: true })) {
      if (!entry.isDirectory()) continue;
      const opened = await this.openSpace(join(this.spacesDir, entry.name));
      this.byId.set(opened.data.space.id, opened);
    }
  }

  private async openSpace(folder: string): Promise<JsonDocument<SpaceDocument>> {
    const path = join(folder, "space.json");
    const opened = await JsonDocument.open({
      path,
      kind: spaceKind,
      backups: join(this.privateDir, "backups"),
    });
    const { id, key } = opened.data.space;
    if (key !== basename(folder))
      throw new DocumentError(path, null, `holds the Space "${key}", so its folder must be named ${key}`);
    const twin = this.byId.get(id);
    if (twin !== undefined && twin.path !== path && !twin.path.includes(".understudy")) {
      if (dirname(twin.path) !== folder && (await stillThere(twin)))
        throw new DocumentError(path, null, `has the same id as ${twin.path}`);
    }
    return opened;
  }
}

const noSecrets: SecretsDocument = { schemaVersion, apiKeys: {}, tokens: [], consoleSessions: [] };

async function stillThere(document: JsonDocument<SpaceDocument>): Promise<boolean> {
  const names: string[] = await readdir(dirname(document.path)).catch(() => []);
  return names.includes("space.json");
}

/** `.understudy/` ignores itself, so that the folder can be put into git without a thought. */
async function keepOutOfGit(dir: string): Promise<void> {
  await writeFile(join(dir, ".understudy", ".gitignore"), "*\n", { flag: "wx" }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    },
  );
}
