import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { findCollection, findExperience, findSection } from "./collection-parts.ts";
import {
  createCollection,
  deleteCollection,
  shownCollection,
  updateCollection,
} from "./collection-service.ts";
import { createExperience, deleteExperience, updateExperience } from "./experience-service.ts";
import { createSection, deleteSection, updateSection } from "./section-service.ts";

type Names =
  | "listCollections"
  | "createCollection"
  | "getCollection"
  | "updateCollection"
  | "deleteCollection"
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

const idOf = (one: { readonly id: string }): string => one.id;

export function collectionRoutes({ clock }: Services): Pick<PlatformHandlers, Names> {
  const write = (ifMatch: string | null) => ({ ifMatch, now: clock.now() });
  return {
    listCollections: ({ context, query }) => ({
      body: pageOf(context.space().data.collections.map(shownCollection), idOf, query),
    }),
    createCollection: async ({ context, body }) => ({
      body: await createCollection(context.space(), body, clock.now()),
    }),
    getCollection: ({ context, params }) => ({
      body: shownCollection(findCollection(context.space().data, params.collectionId)),
    }),
    updateCollection: async ({ context, params, body, ifMatch }) => ({
      body: await updateCollection(context.space(), params.collectionId, body, write(ifMatch)),
    }),
    deleteCollection: async ({ context, params, ifMatch }) => {
      await deleteCollection(context.space(), params.collectionId, ifMatch);
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
    updateExperience: async ({ context, params, body, ifMatch }) => ({
      body: await updateExperience(
        context.space(),
        params.collectionId,
        params.experienceId,
        body,
        write(ifMatch),
      ),
    }),
    deleteExperience: async ({ context, params, ifMatch }) => {
      await deleteExperience(context.space(), params.collectionId, params.experienceId, write(ifMatch));
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
    updateSection: async ({ context, params, body, ifMatch }) => ({
      body: await updateSection(context.space(), params.collectionId, params.sectionId, body, write(ifMatch)),
    }),
    deleteSection: async ({ context, params, ifMatch }) => {
      await deleteSection(context.space(), params.collectionId, params.sectionId, write(ifMatch));
      return {};
    },
  };
}
