import { basename, dirname, join } from "node:path";
import { type PublishedDocument, type SpaceDocument, schemaVersion } from "../../core/documents.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import { DocumentError } from "./document-error.ts";
import { publishedKind } from "./document-kinds.ts";
import type { DocumentPlace } from "./document-place.ts";
import { JsonDocument } from "./json-document.ts";
import { storageFailed } from "./storage-failed.ts";

const folder = "published";

/** The environment that a file of this path is for, and the Space's folder; null for any other file. */
export function publishedFile(path: string): { spaceFolder: string; environment: EnvironmentKey } | null {
  const environment = environmentKeys.find((key) => basename(path) === `${key}.json`);
  if (environment === undefined || basename(dirname(path)) !== folder) return null;
  return { spaceFolder: dirname(dirname(path)), environment };
}

/** What a Space serves in each environment: up to three documents beside its space.json, each made by the first publication. */
export class PublishedDocuments {
  private readonly space: JsonDocument<SpaceDocument>;
  private readonly place: DocumentPlace;
  private readonly documents: ReadonlyMap<EnvironmentKey, JsonDocument<PublishedDocument>>;

  private constructor(
    space: JsonDocument<SpaceDocument>,
    place: DocumentPlace,
    documents: ReadonlyMap<EnvironmentKey, JsonDocument<PublishedDocument>>,
  ) {
    this.space = space;
    this.place = place;
    this.documents = documents;
  }

  /** @throws DocumentError */
  static async open(
    space: JsonDocument<SpaceDocument>,
    { place, onOutsideEdit }: { readonly place: DocumentPlace; readonly onOutsideEdit: () => void },
  ): Promise<PublishedDocuments> {
    const opened = environmentKeys.map(async (environment) => {
      const document = await JsonDocument.open<PublishedDocument>({
        path: pathOf(space, environment),
        kind: publishedKind,
        absent: { schemaVersion, environment, revision: 0, collections: [] },
        place,
        beside: { document: space, when: "made or changed" },
        onOutsideEdit,
        check: (found, path) => assertOwn(found, environment, path),
      });
      return [environment, document] as const;
    });
    return new PublishedDocuments(space, place, new Map(await Promise.all(opened)));
  }

  /** Those of all environments, where they are now. */
  all(): JsonDocument<PublishedDocument>[] {
    for (const [environment, document] of this.documents) document.relocate(pathOf(this.space, environment));
    return [...this.documents.values()];
  }

  of(environment: EnvironmentKey): PublishedDocument {
    return this.document(environment).data;
  }

  /**
   * Changes what an environment serves. The caller holds the Space's document, so that its folder can't move or go meanwhile. `first`
   * as in `JsonDocument.update`.
   *
   * @throws Problem storage-failed, conflict where its file can't be read
   */
  async changeHeld<R>(
    environment: EnvironmentKey,
    work: (draft: PublishedDocument) => R,
    first?: (before: PublishedDocument) => Promise<void>,
  ): Promise<R> {
    const document = this.document(environment);
    document.relocate(pathOf(this.space, environment));
    await this.place.makeFolder(dirname(document.path)).catch((error: unknown) => {
      throw storageFailed(error);
    });
    return document.update(work, first);
  }

  /** Takes over an edit from outside. True where it differed. @throws DocumentError */
  reload(environment: EnvironmentKey): Promise<boolean> {
    return this.space.hold(() => this.reloadHeld(environment));
  }

  /** As `reload`, for a caller that holds the Space's document already. */
  reloadHeld(environment: EnvironmentKey): Promise<boolean> {
    const document = this.document(environment);
    document.relocate(pathOf(this.space, environment));
    return document.reload();
  }

  /** Before they are replaced by others: takes in edits from outside, for a caller that holds the Space's document. @throws Problem conflict */
  async takeOutsideEditsHeld(): Promise<void> {
    for (const document of this.all()) await document.takeOutsideEdit();
  }

  private document(environment: EnvironmentKey): JsonDocument<PublishedDocument> {
    const found = this.documents.get(environment);
    if (found === undefined) throw new Error(`no environment ${environment}`);
    return found;
  }
}

const pathOf = (space: JsonDocument<SpaceDocument>, environment: EnvironmentKey): string =>
  join(dirname(space.path), folder, `${environment}.json`);

function assertOwn(found: PublishedDocument, environment: EnvironmentKey, path: string): void {
  if (found.environment !== environment)
    throw new DocumentError(path, null, `says that it is for ${found.environment}, so its name is wrong`);
}
