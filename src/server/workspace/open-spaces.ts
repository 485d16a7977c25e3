import { basename, dirname, join, sep } from "node:path";
import { setImmediate } from "node:timers/promises";
import { z } from "zod";
import type { SpaceDocument } from "../../core/documents.ts";
import { parsedJson } from "../../core/parsed-json.ts";
import { environmentKeys, slugPattern } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { Space } from "../../core/space.ts";
import { StartError } from "../start-error.ts";
import { givenPlaces, type OpenSpace, readSpaces, takenWhole, unplacedSpaces } from "./changed-spaces.ts";
import { AnotherInPlace, DocumentError } from "./document-error.ts";
import { spaceKind } from "./document-kinds.ts";
import type { Beside, ChangedDocuments, DocumentPlace } from "./document-place.ts";
import { JsonDocument } from "./json-document.ts";
import { takingOutsideEdit } from "./outside-edit.ts";
import { parseDocument } from "./parse-document.ts";
import { PublishedDocuments } from "./published-documents.ts";
import { SceneDocuments } from "./scene-documents.ts";
import { notStored } from "./storage-failed.ts";

interface Needs {
  readonly place: DocumentPlace;
  /** It names the Organizations that Spaces are of. */
  readonly workspace: Beside["document"];
  readonly warnings: Map<string, string>;
  /** Told of a Space that came, changed from outside, or went. */
  readonly announce: (spaceId: string) => void;
}

/** The Spaces of a workspace that are served: each in a folder of its key's name. Whoever lets one come or go holds the workspace's document. */
export class OpenSpaces {
  readonly dir: string;
  private readonly place: DocumentPlace;
  private readonly workspace: Beside["document"];
  private readonly warnings: Map<string, string>;
  private readonly announce: (spaceId: string) => void;
  private readonly byId = new Map<string, OpenSpace>();
  /** Of Spaces whose document was taken away under the server: where it lay, by the Space's id. */
  private readonly away = new Map<string, { readonly path: string; readonly reason: Problem }>();

  constructor(dir: string, { place, workspace, warnings, announce }: Needs) {
    this.dir = dir;
    this.place = place;
    this.workspace = workspace;
    this.warnings = warnings;
    this.announce = announce;
  }

  all(): JsonDocument<SpaceDocument>[] {
    return [...this.byId.values()].map(({ document }) => document);
  }

  /** By id or key. */
  find(reference: string): JsonDocument<SpaceDocument> | undefined {
    const byId = this.byId.get(reference)?.document;
    return byId ?? this.all().find(({ data }) => data.space.key === reference);
  }

  /** @throws Problem not-found where the Space is gone */
  of(spaceId: string): OpenSpace {
    const found = this.byId.get(spaceId);
    if (found === undefined) throw new Problem("not-found", "The Space is gone.");
    return found;
  }

  /** The keys of an Organization's Spaces; where others share their place, as they are stored now. */
  async keysIn(orgId: string): Promise<string[]> {
    const served = new Map(this.all().map((one) => [one.path, one]));
    const stored = await this.place.newer?.(
      (await this.place.entries(this.dir)).map(({ name }) => {
        const path = join(this.dir, name, "space.json");
        return { path, head: served.get(path)?.head ?? 0 };
      }),
    );
    const found = stored ?? new Map([...served.keys()].map((path) => [path, null]));
    return [...found].flatMap(([path, row]) => {
      const space = row === null ? served.get(path)?.data.space : spaceIn(path, row.text);
      return space?.orgId === orgId ? [space.key] : [];
    });
  }

  /** The one that lies in a folder. */
  in(folder: string): OpenSpace | undefined {
    return [...this.byId.values()].find(({ document }) => dirname(document.path) === folder);
  }

  /** Whether another Space lies in a folder than the one that is served from there, or no folder at all lies there. */
  async holdsAnother(folder: string): Promise<boolean> {
    const known = this.in(folder)?.document;
    if (known === undefined) return false;
    try {
      if (!(await this.place.exists(known.path))) return false;
    } catch (error) {
      if (error instanceof StartError || error instanceof DocumentError) return true;
      throw error;
    }
    const text = await this.place.text(known.path).catch(() => null);
    if (text === null || known.said(text) !== undefined) return false;
    const id = idIn(parsedJson(text));
    return id !== null && id !== known.data.space.id;
  }

  /** At a start: whatever `spaces/` holds. @throws DocumentError */
  async openAll(): Promise<void> {
    await this.place.makeFolder(this.dir);
    for (const { name, isFolder } of await this.place.entries(this.dir)) {
      const folder = join(this.dir, name);
      if (slugPattern.test(name)) await this.place.assertNoLink(folder);
      if (!isFolder) continue;
      const has = this.place.exists(join(folder, "space.json"));
      // What can't be looked into is no Space's where no Space is called so, such as `lost+found`.
      if (await (slugPattern.test(name) ? has : has.catch(() => false)))
        await this.adopt(await this.open(await this.finishMove(folder)));
      // An empty one is left where the making of a Space was killed: nobody misses anything in it.
      else if (await this.holdsSomething(folder))
        this.warnings.set(folder, `The folder ${folder} has no space.json, so it is left alone.`);
    }
  }

  /** Writes a new Space's folder and takes it in. @throws Problem conflict, storage-failed */
  async add(document: SpaceDocument): Promise<void> {
    const { id, key } = document.space;
    const folder = join(this.dir, key);
    const opened = await this.make(folder, document).catch((error: unknown) => {
      throw error instanceof DocumentError
        ? new Problem("conflict", `The folder spaces/${key} is there already. ${error.message}`)
        : notStored(error);
    });
    if (opened.data.space.id !== id)
      throw new Problem("conflict", `The folder spaces/${key} holds another Space already.`);
    await this.adopt(opened);
    this.announce(id);
  }

  /** It is no longer served, and nothing is said of its files any more. */
  forget({ path, data }: JsonDocument<SpaceDocument>): void {
    this.byId.delete(data.space.id);
    for (const warned of this.warnings.keys())
      if (warned.startsWith(join(dirname(path), sep))) this.warnings.delete(warned);
    this.announce(data.space.id);
  }

  /** What is told of a Space's files goes along with its folder: nobody looks again at where that lay. */
  moveWarnings(from: string, to: string): void {
    if (from === to) return;
    for (const [warned, text] of [...this.warnings])
      if (warned.startsWith(join(from, sep))) {
        this.warnings.delete(warned);
        this.warnings.set(
          join(to, warned.slice(from.length)),
          text.replaceAll(join(from, sep), join(to, sep)),
        );
      }
  }

  /** Looks at a Space's file after an edit from outside: new, changed, invalid or gone. */
  async sync(folder: string): Promise<void> {
    await this.comeOrGo(folder, async (known) => {
      if (await known.reload()) this.announce(known.data.space.id);
    });
  }

  /** Looks whether there is a Space, and whether it is served. `stay` is for one that is both. */
  async comeOrGo(
    folder: string,
    stay: (known: JsonDocument<SpaceDocument>) => Promise<void> = async () => undefined,
  ): Promise<void> {
    const path = join(folder, "space.json");
    const known = this.in(folder)?.document;
    await takingOutsideEdit(this.warnings, path, async () => {
      if (!(await this.place.exists(path))) {
        if (known !== undefined) this.noteAway(known);
        for (const one of this.away.values()) if (one.path === path) throw one.reason;
        return;
      }
      if (known !== undefined) return stay(known);
      const opened = await this.open(folder);
      const { id } = opened.data.space;
      // A Space that took a new key meanwhile lies here already: then that document is the newer one.
      if (this.byId.get(id)?.document.path === path) return;
      await this.adopt(opened);
      this.announce(id);
    });
  }

  /**
   * Takes in what other servers changed of Spaces that are served here, wherever they lie now: each Space at once, others' requests are
   * answered in between. Gives the folders that `comeOrGo` is for. `head`: what came later may not be in it.
   */
  async take(found: ChangedDocuments, head: number): Promise<string[]> {
    const known = new Map(this.all().map((one) => [one.path, { head: one.head, document: one }]));
    const read = await readSpaces(this.dir, found.changed, known, this.warnings);
    for (const document of givenPlaces(this.all(), read, found.there)) {
      this.forget(document);
      document.end(document.takenAway());
    }
    for (const [id, space] of [...this.byId]) {
      if (this.byId.get(id) !== space || !takenWhole(space, read, found, head, this.warnings)) continue;
      this.announce(id);
      await setImmediate();
    }
    return unplacedSpaces(this.dir, found, head, this.all(), this.warnings);
  }

  /**
   * Before a restore, while all is held: takes in edits from outside. What was taken away stays in memory as it was, and so does a
   * scene that can't be read.
   *
   * @throws Problem conflict where a Space's or a published document can't be read
   */
  async takeOutsideEdits(): Promise<void> {
    for (const { document, published, scenes } of this.byId.values()) {
      // What can't be looked at is refused as what can't be read is.
      if (!(await this.place.exists(document.path).catch(() => true))) continue;
      await document.takeOutsideEdit();
      await published.takeOutsideEditsHeld();
      await scenes.reloadAllHeld();
    }
  }

  /**
   * After a restore, while all is held: memory becomes what the folders hold. A Space goes on in the folder that it has now, or is
   * no longer served. One that can't be read stays as it was, with a warning.
   */
  async takeRestored(): Promise<void> {
    for (const [id, { path }] of this.away) this.noteBack(id, path);
    const { folders, unread } = await this.foldersById();
    for (const space of this.all()) {
      const { id, key } = space.data.space;
      const folder = folders.get(id);
      if (folder !== undefined) space.relocate(join(folder, "space.json"));
      else if (!unread.has(space.path)) {
        this.forget(space);
        space.end(new Problem("not-found", `The Space "${key}" is not in the snapshot that was restored.`));
      }
    }
    for (const [id, folder] of folders) await this.takeRestoredSpace(id, folder);
  }

  /** The folders that hold the Space of their name, and the documents that can't be read. */
  private async foldersById() {
    const folders = new Map<string, string>();
    const unread = new Set<string>();
    for (const { name, isFolder } of await this.place.entries(this.dir)) {
      const path = join(this.dir, name, "space.json");
      if (!isFolder) continue;
      unread.add(path);
      await takingOutsideEdit(this.warnings, path, async () => {
        if (!(await this.place.exists(path))) return void unread.delete(path);
        const { id, key } = parseDocument(path, await this.place.text(path), spaceKind).value.space;
        unread.delete(path);
        if (key === name) folders.set(id, dirname(path));
      });
    }
    return { folders, unread };
  }

  private takeRestoredSpace(id: string, folder: string): Promise<void> {
    const path = join(folder, "space.json");
    return takingOutsideEdit(this.warnings, path, async () => {
      const known = this.byId.get(id);
      if (known === undefined) return this.adopt(await this.open(folder));
      await known.document.reloadHeld();
      for (const environment of environmentKeys)
        await takingOutsideEdit(this.warnings, join(folder, "published", `${environment}.json`), async () => {
          await known.published.reloadHeld(environment);
        });
      await known.scenes.reloadAllHeld();
    });
  }

  /** It is no longer served, and that is told until it is back; not where another server has deleted it. */
  private noteAway(document: JsonDocument<SpaceDocument>): void {
    this.forget(document);
    const reason = document.takenAway();
    if (reason.code !== "not-found") this.away.set(document.data.space.id, { path: document.path, reason });
  }

  private noteBack(id: string, path: string): void {
    for (const [missed, one] of this.away)
      if (missed === id || one.path === path) {
        this.away.delete(missed);
        this.warnings.delete(one.path);
      }
  }

  private async adopt(document: JsonDocument<SpaceDocument>): Promise<void> {
    const { id } = document.data.space;
    const { place, warnings } = this;
    const onOutsideEdit = () => this.announce(id);
    const published = await PublishedDocuments.open(document, { place, onOutsideEdit });
    const scenes = await SceneDocuments.open(document, { place, warnings });
    for (const one of [document, ...published.all()]) one.together = () => [document, ...published.all()];
    document.seek = () => this.seek(document);
    const { path } = document;
    // What others changed while it was read.
    await document.takeOthers();
    if (document.path !== path) return this.adopt(document);
    document.onOutsideEdit = onOutsideEdit;
    this.byId.set(id, { document, published, scenes });
    this.noteBack(id, document.path);
  }

  /** Where another server has given a Space another key meanwhile, it lies in another folder. */
  private async seek(document: JsonDocument<SpaceDocument>): Promise<void> {
    const { id } = document.data.space;
    for (const { name } of await this.place.entries(this.dir)) {
      const path = join(this.dir, name, "space.json");
      if (path !== document.path && (await this.idAt(path)) === id) return document.relocate(path);
    }
  }

  /** Null where there is no Space that can be read. */
  private async idAt(path: string): Promise<string | null> {
    return spaceIn(path, await this.place.text(path))?.id ?? null;
  }

  /** After a crash while a Space's key changed, its folder may have another name; it gets the one that its document says. */
  private async finishMove(folder: string): Promise<string> {
    const text = await this.place.text(join(folder, "space.json"));
    const { key } = parseDocument(join(folder, "space.json"), text, spaceKind).value.space;
    const named = join(this.dir, key);
    if (named === folder || (await this.place.exists(named))) return folder;
    await this.place.move(folder, named);
    return named;
  }

  private async open(folder: string): Promise<JsonDocument<SpaceDocument>> {
    const path = join(folder, "space.json");
    const opened = await JsonDocument.open(this.options(path));
    const twin = this.byId.get(opened.data.space.id)?.document;
    if (twin !== undefined && twin.path !== path && (await this.place.exists(twin.path)))
      throw new DocumentError(path, null, `has the same id as ${twin.path}`);
    return opened;
  }

  private async make(folder: string, initial: SpaceDocument): Promise<JsonDocument<SpaceDocument>> {
    // The workspace's document as it is now: it was just looked at, and a look may come in between.
    const { path, head } = this.workspace;
    const counted = (at: number) => this.workspace.counted(at);
    const beside = { document: { path, head, counted }, when: "made" as const };
    await this.place.makeFolder(folder);
    return JsonDocument.open({ ...this.options(join(folder, "space.json")), beside, initial });
  }

  /** Also where nobody can say. */
  private async holdsSomething(folder: string): Promise<boolean> {
    const found = await this.place.entries(folder).catch(() => null);
    return found === null || found.length > 0;
  }

  private options(path: string) {
    return {
      path,
      kind: spaceKind,
      place: this.place,
      check: assertInPlace,
      assertSame,
    };
  }
}

/** Null where it can't be read. */
function spaceIn(path: string, text: string): Space | null {
  try {
    return parseDocument(path, text, spaceKind).value.space;
  } catch {
    return null;
  }
}

/** A Space's folder is named after its key. */
function assertInPlace({ space: { key } }: SpaceDocument, path: string): void {
  if (key !== basename(dirname(path)))
    throw new DocumentError(path, null, `holds the Space "${key}", so its folder must be named ${key}`);
}

/** An edit from outside can't make it another Space. */
function assertSame(found: unknown, path: string, { space }: SpaceDocument): void {
  const id = idIn(found);
  if (id !== null && id !== space.id)
    throw new AnotherInPlace(path, null, `holds another Space (${id}) than before (${space.id})`);
}

const withId = z.object({ space: z.object({ id: z.string() }) });

/** The id of the Space in whatever JSON there is; null where it has none. */
const idIn = (found: unknown): string | null => withId.safeParse(found).data?.space.id ?? null;
