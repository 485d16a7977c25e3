import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { createType, deleteType, findType, updateType } from "./experience-type-service.ts";

type Names =
  | "listExperienceTypes"
  | "createExperienceType"
  | "getExperienceType"
  | "updateExperienceType"
  | "deleteExperienceType";

export function experienceTypeRoutes({ clock }: Services): Pick<PlatformHandlers, Names> {
  return {
    listExperienceTypes: ({ context, query }) => ({
      body: pageOf(context.space().data.experienceTypes, (one) => one.id, query),
    }),
    createExperienceType: async ({ context, body }) => ({
      body: await createType(context.space(), body, clock.now()),
    }),
    getExperienceType: ({ context, params }) => ({ body: findType(context.space().data, params.typeId) }),
    updateExperienceType: async ({ context, params, body, precondition }) => ({
      body: await updateType(context.space(), params.typeId, body, precondition, clock.now()),
    }),
    deleteExperienceType: async ({ context, params, precondition }) => {
      await deleteType(context.space(), params.typeId, precondition);
      return {};
    },
  };
}
