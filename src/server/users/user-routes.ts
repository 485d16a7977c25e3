import { isStorable } from "../../core/primitives.ts";
import { fieldErrors, Problem } from "../../core/problem.ts";
import { type User, type UserKind, userId } from "../../core/user.ts";
import { staleProblem } from "../http/bind-routes.ts";
import { isNdjson } from "../http/body-lines.ts";
import { cursorOf, readCursor } from "../http/page-of.ts";
import type { EnvironmentRef } from "../ingest/ingest-types.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { SavedUser, SaveUser } from "../store/messages.ts";
import { importArray, importNdjson } from "./user-import.ts";

type Names =
  | "listUsers"
  | "legacyUsers"
  | "createUser"
  | "importUsers"
  | "getUser"
  | "putUser"
  | "patchUser"
  | "deleteUser";

interface UsersQuery {
  readonly kind: UserKind | "all";
  readonly q?: string | undefined;
  readonly label?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function userRoutes({ store, clock }: Services): Pick<PlatformHandlers, Names> {
  const find = async (environment: EnvironmentRef, id: string, kind: UserKind | undefined): Promise<User> => {
    const user = isStorable(id) ? await store.read("user", { environment, id, kind: kind ?? null }) : null;
    if (user === null)
      throw new Problem(
        "not-found",
        `There is no user or visitor "${id.slice(0, 200)}" in ${environment.environment}.`,
      );
    return user;
  };
  const save = async (job: SaveUser) => reply(await store.write("saveUser", job), job);
  const list = async (environment: EnvironmentRef, query: UsersQuery) => {
    const after = readCursor(query.cursor, 2);
    const users = await store.read("users", {
      environment,
      kind: query.kind === "all" ? null : query.kind,
      q: query.q ?? null,
      label: query.label ?? null,
      after: after === null ? null : { kind: after[0] === "known" ? "known" : "visitor", id: after[1] ?? "" },
      limit: query.limit + 1,
    });
    const data = users.slice(0, query.limit);
    const last = data.at(-1);
    return {
      body: {
        data,
        next: last !== undefined && users.length > query.limit ? cursorOf(last.kind, last.id) : null,
      },
    };
  };

  return {
    listUsers: ({ context, query }) => list(context.environment(), query),
    legacyUsers: ({ context, query }) =>
      list({ spaceId: context.space().data.space.id, environment: "production" }, query),
    createUser: ({ context, body: { id, kind, fields, labels } }) =>
      save({
        environment: context.environment(),
        mode: "create",
        person: { kind, id },
        fields,
        labels,
        at: clock.now(),
        ifMatch: null,
      }),
    importUsers: async ({ context, body, req }) => {
      const target = { store, environment: context.environment(), at: clock.now() };
      return { body: await (isNdjson(req) ? importNdjson(target, req) : importArray(target, body)) };
    },
    getUser: async ({ context, params, query }) => ({
      body: await find(context.environment(), params.userId, query.kind),
    }),
    putUser: ({ context, params, body, ifMatch }) => {
      const person = { kind: "known" as const, id: checkedId(params.userId) };
      return save({
        environment: context.environment(),
        mode: "replace",
        person,
        ...body,
        at: clock.now(),
        ifMatch,
      });
    },
    patchUser: async ({ context, params, query, body, ifMatch }) => {
      const environment = context.environment();
      const { kind, id } = await find(environment, params.userId, query.kind);
      return save({ environment, mode: "merge", person: { kind, id }, ...body, at: clock.now(), ifMatch });
    },
    deleteUser: async ({ context, params, query, ifMatch }) => {
      const environment = context.environment();
      const { kind, id } = await find(environment, params.userId, query.kind);
      const outcome = await store.write("deleteUser", { environment, person: { kind, id }, ifMatch });
      if (outcome === "stale") throw staleProblem();
      if (outcome === "not-found") throw new Problem("not-found", "The user is gone already.");
      return {};
    },
  };
}

function checkedId(id: string): string {
  const result = userId.safeParse(id);
  if (result.success) return id;
  const [first] = fieldErrors(result.error);
  const detail = `the id in the path ${first?.detail ?? "is not valid"}`;
  throw new Problem("invalid-body", `It can't be stored: ${detail}.`, { errors: [{ path: "", detail }] });
}

function reply(saved: SavedUser, job: SaveUser) {
  switch (saved.outcome) {
    case "created":
      return { status: 201, body: saved.user };
    case "updated":
      return { status: 200, body: saved.user };
    case "exists":
      throw new Problem(
        "conflict",
        `There is a user "${job.person.id}" in ${job.environment.environment} already; PUT or PATCH it.`,
      );
    case "not-found":
      throw new Problem("not-found", "The user is gone.");
    case "stale":
      throw staleProblem();
  }
}
