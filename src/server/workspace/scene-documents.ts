import { basename, dirname, extname, join } from "node:path";
import type { SpaceDocument } from "../../core/documents.ts";
import { slugPattern } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import type { Scene } from "../../core/scene.ts";
import { unusable } from "../is-there.ts";
import { DocumentError } from "./document-error.ts";
import { sceneKind } from "./document-kinds.ts";
import type { ChangedDocuments, DocumentPlace } from "./document-place.ts";
import { JsonDocument } from "./json-document.ts";
import { OutsideEdit, takingAtOnce } from "./outside-edit.ts";
import { notStored, storageFailed } from "./storage-failed.ts";

const folder = "scenes";

/** The Space's folder and the scene's key, where a path is that of a scene's file; null for any other file. */
export function sceneFile(path: string): { spaceFolder: string; key: string } | null {
  const key = basename(path, ".json");
  if (extname(path) !== ".json" || basename(dirname(path)) !== folder || !slugPattern.test(key)) return null;
  return { spaceFolder: dirname(dirname(path)), key };
}

/**
 * A Space's scenes: a document each, in a folder beside its space.json. One that can't be read gets a warning, and the others
 * stay.
 */
export class SceneDocuments {
  private readonly space: JsonDocument<SpaceDocument>;
  private readonly place: DocumentPlace;
  private readonly warnings: Map<string, string>;
  private readonly documents = new Map<string, JsonDocument<Scene>>();

  private constructor(space: JsonDocument<SpaceDocument>, { place, warnings }: Places) {
    this.space = space;
    this.place = place;
    this.warnings = warnings;
  }

  static async open(space: JsonDocument<SpaceDocument>, places: Places): Promise<SceneDocuments> {
    const scenes = new SceneDocuments(space, places);
    await places.place.assertNoLink(scenes.dir);
    await scenes.reloadAllHeld();
    return scenes;
  }

  /** Reads whatever the folder holds now. The caller holds the Space's document, or has it alone. @throws Problem not-ready */
  async reloadAllHeld(): Promise<void> {
    const entries = await this.entries();
    if (entries === null) return;
    const keys = entries.flatMap(({ name }) => sceneFile(join(this.dir, name))?.key ?? []);
    for (const key of new Set([...keys, ...this.documents.keys()])) await this.reloadHeld(key);
  }

  /** None where there is no folder; null and a warning where it can't be looked into. @throws Problem not-ready */
  private async entries() {
    try {
      await this.place.assertNoLink(this.dir);
      const found = await this.place.entries(this.dir).catch((error: NodeJS.ErrnoException) => {
        if (error.code === "ENOENT") return [];
        throw error;
      });
      this.warnings.delete(this.dir);
      return found;
    } catch (error) {
      if (isUnknown(error)) throw error;
      const why = error instanceof DocumentError ? error.message : unusable(this.dir, error);
      this.warnings.set(this.dir, `Scenes were left out, or stay as they were. ${why}`);
      return null;
    }
  }

  get dir(): string {
    return join(dirname(this.space.path), folder);
  }

  all(): Scene[] {
    return [...this.documents.values()].map(({ data }) => data).sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  find(key: string): Scene | undefined {
    return this.documents.get(key)?.data;
  }

  /** Makes or replaces one, once `check` has seen the one before. @throws Problem storage-failed */
  put(scene: Scene, check: (before: Scene | undefined) => void): Promise<"created" | "updated"> {
    const { key } = scene;
    const put = async () => {
      const known = this.documents.get(key);
      known?.relocate(this.pathOf(key));
      const isThere = known !== undefined && (await replaced(known, scene, check));
      if (!isThere) {
        check(undefined);
        await this.place.makeFolder(this.dir).catch((error: unknown) => {
          throw storageFailed(error);
        });
        const made = await JsonDocument.open({ ...this.options(key), initial: scene }).catch(
          (error: unknown) => {
            throw error instanceof DocumentError
              ? new Problem("conflict", `The file in its place is not a scene. ${error.message}`)
              : notStored(error);
          },
        );
        const isNew = made.data === scene;
        if (!isNew) await this.space.takeOthers();
        // It was read from where the Space lay before.
        if (!isNew && made.path !== this.pathOf(key)) throw new OutsideEdit();
        this.keep(key, made);
        // A file that was not read yet counts as the one before this.
        if (!isNew) await replace(made, scene, check);
        this.warnings.delete(made.path);
        return "created";
      }
      return "updated";
    };
    return this.space.hold(() => this.space.inFolder(put));
  }

  /** Moves its file into the trash. @throws Problem storage-failed */
  remove(key: string, check: (before: Scene | undefined) => void, trash: string): Promise<void> {
    const moved = async (folder: string) => {
      const known = this.documents.get(key);
      const checked = await known?.asStored();
      check(known?.data);
      if (checked === undefined) return;
      await this.place.makeFolder(trash);
      const aside = join(trash, `${basename(folder)}-${key}-${Date.now()}.json`);
      await this.place.move(checked.path, aside, checked);
    };
    return this.space.hold(() =>
      this.space.inFolder(async (folder) => {
        await moved(folder).catch((error) => {
          if (!isGone(error)) throw notStored(error);
        });
        this.documents.delete(key);
        this.warnings.delete(this.pathOf(key));
      }),
    );
  }

  private keep(key: string, document: JsonDocument<Scene>): void {
    document.together = () => {
      const beside = this.space.together();
      document.relocate(this.pathOf(key));
      return [...beside, document];
    };
    this.documents.set(key, document);
  }

  /** Takes in, at once, what other servers changed: scenes are new, changed or gone; one that can't be read stays as it was. */
  take({ changed, there }: ChangedDocuments, head: number): void {
    for (const [key, known] of this.documents) {
      known.relocate(this.pathOf(key));
      if (!there.has(known.path) && known.head <= head) this.documents.delete(key);
    }
    // Also of those that this server could never read.
    for (const path of this.warnings.keys())
      if (dirname(path) === this.dir && !there.has(path)) this.warnings.delete(path);
    for (const [path, stored] of changed) {
      const key = sceneFile(path)?.key;
      if (key === undefined || path !== this.pathOf(key)) continue;
      takingAtOnce(this.warnings, path, () => {
        const known = this.documents.get(key);
        if (known === undefined) this.keep(key, JsonDocument.of(this.options(key), stored));
        else known.take(stored);
      });
    }
  }

  /** Takes in an edit from outside: a scene is new, changed or gone; one that can't be read stays as it was. */
  reload(key: string): Promise<void> {
    return this.space.hold(() => this.reloadHeld(key));
  }

  private async reloadHeld(key: string): Promise<void> {
    const path = this.pathOf(key);
    const known = this.documents.get(key);
    try {
      await this.place.assertNoLink(this.dir);
      if (!(await this.place.exists(path))) this.documents.delete(key);
      else if (known === undefined) this.keep(key, await JsonDocument.open(this.options(key)));
      else {
        known.relocate(path);
        await known.reload();
      }
      this.warnings.delete(path);
    } catch (error) {
      if (isUnknown(error)) throw error;
      this.warnings.set(path, `A scene was left out, or stays as it was. ${(error as Error).message}`);
    }
  }

  private options(key: string) {
    return {
      path: this.pathOf(key),
      kind: sceneKind,
      place: this.place,
      beside: { document: this.space, when: "made" as const },
      check: (found: Scene, path: string) => {
        if (found.key !== key)
          throw new DocumentError(
            path,
            null,
            `holds the scene "${found.key}", so its name must be ${found.key}.json`,
          );
      },
    };
  }

  private pathOf(key: string): string {
    return join(this.dir, `${key}.json`);
  }
}

/** Nobody can say for the moment, so it is looked at again. */
const isUnknown = (error: unknown): boolean => error instanceof Problem && error.code === "not-ready";

const isGone = (error: NodeJS.ErrnoException | Problem): boolean =>
  ["ENOENT", "not-found"].includes(error.code ?? "");

interface Places {
  readonly place: DocumentPlace;
  /** Warnings about scenes that can't be used. */
  readonly warnings: Map<string, string>;
}

/** False where somebody has deleted it since it was read. */
const replaced = (document: JsonDocument<Scene>, scene: Scene, check: (before: Scene) => void) =>
  replace(document, scene, check).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem && error.code === "not-found") return false;
      throw error;
    },
  );

/** Replaces the whole document; `update` hands out a copy to change in place. */
const replace = (
  document: JsonDocument<Scene>,
  scene: Scene,
  check: (before: Scene) => void,
): Promise<void> =>
  document.update((draft) => {
    check(draft);
    for (const key of Object.keys(draft)) delete (draft as Record<string, unknown>)[key];
    Object.assign(draft, scene);
  });
