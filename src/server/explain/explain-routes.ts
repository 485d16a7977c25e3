import { Problem } from "../../core/problem.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import { findUser } from "../users/user-routes.ts";

export function explainRoutes({
  explain,
  store,
  clock,
}: Services): Pick<PlatformHandlers, "explainUser" | "explain"> {
  const timeOf = (at: string | undefined): number => (at === undefined ? clock.now() : Date.parse(at));
  return {
    explainUser: async ({ context, params, query: { at, content, kind } }) => {
      const environment = context.environment();
      const user = await findUser(store, environment, params.userId, kind);
      const asked = { environment, at: timeOf(at), content };
      const body = await explain.person({ kind: user.kind, id: user.id }, asked);
      if (body === null) throw new Problem("not-found", "The user is gone.");
      return { body, headers: clock.headers() };
    },
    explain: async ({ context, body }) => {
      const asked = { environment: context.environment(), at: timeOf(body.at), content: body.content };
      return { body: await explain.pretend(body, asked), headers: clock.headers() };
    },
  };
}
