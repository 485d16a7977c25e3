import type { SpaceDocument } from "../../core/documents.ts";
import type { Precondition } from "../../core/precondition.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { findCollection, findExperience, findSection } from "./collection-parts.ts";
import {
  type ChangedCollection,
  createCollection,
  deleteCollection,
  type ShownIn,
  updateCollection,
} from "./collection-service.ts";
import { replaceDraft } from "./draft-service.ts";
import { createExperience, deleteExperience, updateExperience } from "./experience-service.ts";
import { createSection, deleteSection, updateSection } from "./section-service.ts";

type Names =
  | "listCollections"
  | "createCollection"
  | "getCollection"
  | "updateCollection"
  | "deleteCollection"
  | "replaceDraft"
  | "listExperiences"
  | "createExperience"
  | "getExperience"
  | "updateExperience"
  | "deleteExperience"
  | "listSections"
  | "createSection"
  | "getSection"
  | "updateSection"
  | "deleteSection";

interface PageQuery {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** States are worked out for the Collections of the page alone. */
function shownPage(publishing: Services["publishing"], space: SpaceDocument, query: PageQuery) {
  const { data, next } = pageOf(space.collections, idOf, query);
  return { data: data.map((draft) => publishing.shown(space, draft)), next };
}

const idOf = (one: { readonly id: string }): string => one.id;

export function collectionRoutes({ clock, publishing }: Services): Pick<PlatformHandlers, Names> {
  const write = (precondition: Precondition | null) => ({ precondition, now: clock.now() });
  const shown: ShownIn = (space, collection) => publishing.shown(space, collection);
  const body = ({ space, collection }: ChangedCollection) => publishing.shown(space, collection);
  return {
    listCollections: ({ context, query }) => ({
      body: shownPage(publishing, context.space().data, query),
    }),
    createCollection: async ({ context, body: input }) => ({
      body: body(await createCollection(context.space(), input, clock.now())),
    }),
    getCollection: ({ context, params }) => {
      const space = context.space().data;
      return { body: publishing.shown(space, findCollection(space, params.collectionId)) };
    },
    updateCollection: async ({ context, params, body: patch, precondition }) => ({
      body: body(
        await updateCollection(context.space(), params.collectionId, patch, {
          ...write(precondition),
          shown,
        }),
      ),
    }),
    replaceDraft: async ({ context, params, body: input, precondition }) => ({
      body: body(
        await replaceDraft(context.space(), params.collectionId, input, { ...write(precondition), shown }),
      ),
    }),
    deleteCollection: async ({ context, params, precondition }) => {
      const withdraw = (spaceId: string, id: string) => publishing.withdraw(spaceId, id);
      await deleteCollection(context.space(), params.collectionId, { precondition, shown, withdraw });
      return {};
    },

    listExperiences: ({ context, params, query }) => ({
      body: pageOf(findCollection(context.space().data, params.collectionId).experiences, idOf, query),
    }),
    createExperience: async ({ context, params, body }) => ({
      body: await createExperience(context.space(), params.collectionId, body, clock.now()),
    }),
    getExperience: ({ context, params }) => ({
      body: findExperience(findCollection(context.space().data, params.collectionId), params.experienceId),
    }),
    updateExperience: async ({ context, params, body, precondition }) => ({
      body: await updateExperience(
        context.space(),
        params.collectionId,
        params.experienceId,
        body,
        write(precondition),
      ),
    }),
    deleteExperience: async ({ context, params, precondition }) => {
      await deleteExperience(context.space(), params.collectionId, params.experienceId, write(precondition));
      return {};
    },

    listSections: ({ context, params, query }) => ({
      body: pageOf(findCollection(context.space().data, params.collectionId).sections, idOf, query),
    }),
    createSection: async ({ context, params, body }) => ({
      body: await createSection(context.space(), params.collectionId, body, clock.now()),
    }),
    getSection: ({ context, params }) => ({
      body: findSection(findCollection(context.space().data, params.collectionId), params.sectionId),
    }),
    updateSection: async ({ context, params, body, precondition }) => ({
      body: await updateSection(
        context.space(),
        params.collectionId,
        params.sectionId,
        body,
        write(precondition),
      ),
    }),
    deleteSection: async ({ context, params, precondition }) => {
      await deleteSection(context.space(), params.collectionId, params.sectionId, write(precondition));
      return {};
    },
  };
}
