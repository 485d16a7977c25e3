import { goneSignal } from "../http/gone-signal.ts";
import { pageOf } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { findPersona } from "./persona-service.ts";
import { runPersonas } from "./run-personas.ts";

type Names =
  | "listPersonas"
  | "createPersona"
  | "runPersonas"
  | "getPersona"
  | "updatePersona"
  | "deletePersona";

export function personaRoutes({ personas, explain, clock }: Services): Pick<PlatformHandlers, Names> {
  return {
    listPersonas: ({ context, query }) => ({
      body: pageOf(context.space().data.personas, (one) => one.id, query),
    }),
    createPersona: async ({ context, body }) => ({
      body: await personas.create(context.space(), body, clock.now()),
    }),
    getPersona: ({ context, params }) => ({ body: findPersona(context.space().data, params.personaId) }),
    updatePersona: async ({ context, params, body, precondition }) => ({
      body: await personas.update(context.space(), params.personaId, body, {
        precondition,
        now: clock.now(),
      }),
    }),
    deletePersona: async ({ context, params, precondition }) => {
      await personas.delete(context.space(), params.personaId, precondition);
      return {};
    },
    runPersonas: async ({ context, query, body, res }) => {
      const space = context.space().data;
      const asked = body.personas?.map((reference) => findPersona(space, reference));
      return {
        body: await runPersonas(
          explain,
          {
            environment: { spaceId: space.space.id, environment: query.environment },
            content: query.content,
            reasons: query.reasons,
            personas: asked ?? space.personas,
            known: () => personas.items(space),
            now: clock.now(),
          },
          goneSignal(res),
        ),
        headers: clock.headers(),
      };
    },
  };
}
