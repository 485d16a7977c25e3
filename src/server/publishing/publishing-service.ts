import { isDeepStrictEqual } from "node:util";
import type { Collection, CollectionDraft, PublishState } from "../../core/collection.ts";
import type { PublishedDocument, SpaceDocument } from "../../core/documents.ts";
import type { Precondition } from "../../core/precondition.ts";
import { type EnvironmentKey, environmentKeys, environmentNames } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import {
  type CollectionContent,
  contentOf,
  type Publication,
  type PublicationCreate,
  type PublishedCollection,
} from "../../core/publication.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { Store } from "../store/ports.ts";
import { sayFault } from "../tell-each.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId } from "../workspace/new-id.ts";
import type { PublishedDocuments } from "../workspace/published-documents.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { assertShown } from "./change-tag.ts";
import { assertKeyFree, assertTribes } from "./may-serve.ts";

interface Publishing {
  readonly by: string;
  readonly now: number;
  /** What the caller asks of the change, by the ETag of the dry run that it has seen. */
  readonly precondition: Precondition | null;
}

/** The draft as it would be published: as JSON holds it, so that it compares with what was read from a file. */
const draftContent = (space: SpaceDocument, draft: CollectionDraft): CollectionContent =>
  JSON.parse(JSON.stringify(contentOf(draft, space.experienceTypes))) as CollectionContent;

const inDocument = (document: PublishedDocument, collectionId: string): PublishedCollection | undefined =>
  document.collections.find(({ content }) => content.id === collectionId);

/** What each environment serves of a Space's Collections: immutable versions, the current ones in the workspace, all in the store. */
export class PublishingService {
  private readonly workspace: Workspace;
  private readonly store: Store;

  constructor(workspace: Workspace, store: Store) {
    this.workspace = workspace;
    this.store = store;
  }

  /** A draft as the API shows it, with its state in each environment. */
  shown(space: SpaceDocument, draft: CollectionDraft): Collection {
    const published = this.workspace.published(space.space.id);
    const content = draftContent(space, draft);
    const state = (key: EnvironmentKey) => stateOf(inDocument(published.of(key), draft.id), content);
    return {
      ...draft,
      status: {
        development: state("development"),
        staging: state("staging"),
        production: state("production"),
      },
    };
  }

  /** What is served of a Collection in an environment, or null. */
  served(spaceId: string, environment: EnvironmentKey, collectionId: string): PublishedCollection | null {
    return inDocument(this.workspace.published(spaceId).of(environment), collectionId) ?? null;
  }

  /** What a publication would serve: the draft, what `from` serves, or an earlier `version`. @throws Problem conflict, not-found */
  async content(
    space: SpaceDocument,
    draft: CollectionDraft,
    { environment, from, version }: PublicationCreate,
  ): Promise<CollectionContent> {
    const spaceId = space.space.id;
    if (from !== undefined) {
      const served = this.served(spaceId, from, draft.id);
      if (served === null)
        throw new Problem(
          "conflict",
          `${draft.name} is not published in ${environmentNames[from]}, so there is nothing to promote.`,
        );
      return served.content;
    }
    if (version === undefined) return draftContent(space, draft);
    return (await this.version({ spaceId, environment }, draft, version)).content;
  }

  /** What a version serves, or served. @throws Problem not-found */
  async version(
    environment: EnvironmentRef,
    { id, name }: CollectionDraft,
    version: number,
  ): Promise<PublishedCollection> {
    const served = this.served(environment.spaceId, environment.environment, id);
    if (served?.publication.version === version) return served;
    const found = await this.store.publications.find({ environment, collectionId: id, version });
    if (found === null)
      throw new Problem(
        "not-found",
        `${name} has no version ${version} in ${environmentNames[environment.environment]}.`,
      );
    return {
      publication: found.publication,
      content: JSON.parse(found.content) as CollectionContent,
    };
  }

  /** @throws Problem conflict where another Collection is served there under the same key */
  assertMayServe({ spaceId, environment }: EnvironmentRef, content: CollectionContent): void {
    assertKeyFree(this.workspace.published(spaceId).of(environment), content, environment);
  }

  /** Serves `content` from now on. The document first, then the history: what the history lacks after a crash it gets from the document. @throws Problem conflict, stale */
  publish(
    space: SpaceDocument,
    content: CollectionContent,
    { environment, note, from, version }: PublicationCreate,
    { by, now, precondition }: Publishing,
  ): Promise<Publication> {
    const spaceId = space.space.id;
    return this.whileHeld(spaceId, async (published) => {
      const latest = await this.store.publications.latestVersion({
        environment: { spaceId, environment },
        collectionId: content.id,
      });
      const change = (draft: PublishedDocument): Publication => {
        const before = inDocument(draft, content.id);
        // Checked here, where nothing can come in between: its Tribes and the Collection exist, and both what is served and what
        // will be are what the dry run showed.
        this.assertWhole(spaceId, content);
        assertKeyFree(draft, content, environment);
        assertShown(precondition, before?.content ?? null, content);
        const made: Publication = {
          id: newId("pub"),
          collectionId: content.id,
          environment,
          version: Math.max(latest, before?.publication.version ?? 0) + 1,
          publishedAt: new Date(now).toISOString(),
          publishedBy: by,
          note: note ?? defaultNote(from, version),
        };
        draft.collections = [
          ...draft.collections.filter((one) => one !== before),
          { publication: made, content },
        ].sort((a, b) => (a.content.key < b.content.key ? -1 : 1));
        draft.revision += 1;
        return made;
      };
      const publication = await published.changeHeld(environment, change, (before) =>
        this.recordLast(spaceId, environment, inDocument(before, content.id)),
      );
      this.workspace.announce({ kind: "targeting", spaceId });
      const record = () => this.record(spaceId, environment, [{ publication, content }], true);
      // A database that lost a connection is there again by the next one. The document has the publication, so it is served:
      // where the history can't be written now, the next publication or start completes it.
      await record().catch(record).catch(sayFault);
      return publication;
    });
  }

  /** Stops serving a Collection in one environment; its versions stay in the history. @throws Problem not-found, stale, storage-failed */
  unpublish(
    { spaceId, environment }: EnvironmentRef,
    { id, name }: CollectionDraft,
    precondition: Precondition | null,
  ): Promise<void> {
    return this.whileHeld(spaceId, async (published) => {
      const change = (draft: PublishedDocument) => {
        const served = inDocument(draft, id) ?? null;
        assertFresh(precondition, served);
        if (served === null)
          throw new Problem("not-found", `${name} is not published in ${environmentNames[environment]}.`);
        without(id)(draft);
      };
      await published.changeHeld(environment, change, (before) =>
        this.recordLast(spaceId, environment, inDocument(before, id)),
      );
      this.workspace.announce({ kind: "targeting", spaceId });
    });
  }

  /** Stops serving a Collection everywhere. The caller holds the Space's document. */
  async withdraw(spaceId: string, collectionId: string): Promise<void> {
    const published = this.workspace.published(spaceId);
    for (const environment of environmentKeys) {
      if (inDocument(published.of(environment), collectionId) === undefined) continue;
      await published.changeHeld(environment, without(collectionId));
      // The next one may fail.
      this.workspace.announce({ kind: "targeting", spaceId });
    }
  }

  /** @throws Problem not-found where the Collection was deleted, conflict where a Tribe was */
  private assertWhole(spaceId: string, content: CollectionContent): void {
    const space = this.workspace.findSpace(spaceId)?.data;
    if (space === undefined || !space.collections.some(({ id }) => id === content.id))
      throw new Problem("not-found", `${content.name} was deleted just now.`);
    assertTribes(space, content);
  }

  /** Puts into the history whatever the workspace serves: what came through git, or missed its own record. */
  async completeHistory(spaceId: string, environment: EnvironmentKey): Promise<void> {
    const served = () => this.workspace.published(spaceId).of(environment).collections;
    if (served().length === 0) return;
    await this.space(spaceId).hold(() => this.record(spaceId, environment, served()));
  }

  /**
   * Does `work` while the Space stays as it is on disk: document and history change together, and no restore comes in between,
   * after which the history would have what was not kept. Other changes of the Space wait; reads do not. Where a
   * database falls silent the wait ends with the first statement that is not answered (`answerTime` in store/postgres/database.ts);
   * SQLite's thread is on this machine, and the wait ends as it does.
   *
   * @throws Problem as a change of the Space
   */
  private async whileHeld<R>(
    spaceId: string,
    work: (published: PublishedDocuments) => Promise<R>,
  ): Promise<R> {
    const space = this.space(spaceId);
    return space.hold(async () => {
      await space.takeOutsideEdit();
      return work(this.workspace.published(spaceId));
    });
  }

  /** @throws Problem not-found */
  private space(spaceId: string): JsonDocument<SpaceDocument> {
    const found = this.workspace.findSpace(spaceId);
    if (found === undefined) throw new Problem("not-found", "The Space is gone.");
    return found;
  }

  /** What is served until now: the history may lack it, where its record failed, and then no document has it either. */
  private async recordLast(
    spaceId: string,
    environment: EnvironmentKey,
    replaced: PublishedCollection | undefined,
  ): Promise<void> {
    if (replaced !== undefined) await this.record(spaceId, environment, [replaced]);
  }

  /** A version that the history has already stays as it is. */
  private async record(
    spaceId: string,
    environment: EnvironmentKey,
    collections: readonly PublishedCollection[],
    justMade = false,
  ): Promise<void> {
    if (collections.length === 0) return;
    await this.store.publications.record({
      environment: { spaceId, environment },
      publications: collections.map(({ publication, content }) => ({
        publication,
        content: JSON.stringify(content),
      })),
      justMade,
    });
  }
}

const without = (collectionId: string) => (draft: PublishedDocument) => {
  draft.collections = draft.collections.filter(({ content }) => content.id !== collectionId);
  draft.revision += 1;
};

function stateOf(served: PublishedCollection | undefined, content: CollectionContent): PublishState {
  if (served === undefined) return { state: "unpublished", version: null, publishedAt: null };
  const { version, publishedAt } = served.publication;
  const isSame = isDeepStrictEqual(served.content, content);
  return { state: isSame ? "published" : "changed", version, publishedAt };
}

const defaultNote = (from: EnvironmentKey | undefined, version: number | undefined): string | null => {
  if (from !== undefined) return `Promoted from ${environmentNames[from]}`;
  return version === undefined ? null : `Rolled back to version ${version}`;
};
