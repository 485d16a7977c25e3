import type { Response } from "express";
import { isStorable } from "../../core/primitives.ts";
import { fieldErrors, Problem } from "../../core/problem.ts";
import { type User, type UserKind, userId } from "../../core/user.ts";
import { staleProblem } from "../http/bind-routes.ts";
import { isNdjson } from "../http/body-lines.ts";
import { goneSignal } from "../http/gone-signal.ts";
import { cursorOf, readCursor } from "../http/page-of.ts";
import type { EnvironmentRef } from "../ingest/ingest-types.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { EventStore } from "../store/event-store.ts";
import type { SavedUser, SaveUser, UsersQuery as StoredUsersQuery } from "../store/messages.ts";
import { findTribe } from "../tribes/tribe-service.ts";
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
  readonly tribe?: string | undefined;
  readonly limit: number;
  readonly cursor?: string | undefined;
}

/** By id; where a user and a visitor share it, the user, unless `kind` says otherwise. @throws Problem not-found */
export async function findUser(
  store: EventStore,
  environment: EnvironmentRef,
  id: string,
  kind: UserKind | undefined,
): Promise<User> {
  const user = isStorable(id) ? await store.read("user", { environment, id, kind: kind ?? null }) : null;
  if (user === null)
    throw new Problem(
      "not-found",
      `There is no user or visitor "${id.slice(0, 200)}" in ${environment.environment}.`,
    );
  return user;
}

export function userRoutes({
  store,
  clock,
  live,
  population,
  workspace,
}: Services): Pick<PlatformHandlers, Names> {
  const save = async (job: SaveUser) => {
    const answer = reply(await store.write("saveUser", job), job);
    live.onPersonChanged(job.environment, job.person);
    return answer;
  };
  const list = async (environment: EnvironmentRef, query: UsersQuery, res: Response) => {
    const after = readCursor(query.cursor, 2);
    const wanted = {
      environment,
      kind: query.kind === "all" ? null : query.kind,
      q: query.q ?? null,
      label: query.label ?? null,
      after:
        after === null
          ? null
          : { kind: after[0] === "known" ? ("known" as const) : ("visitor" as const), id: after[1] ?? "" },
      limit: query.limit + 1,
    };
    const users =
      query.tribe === undefined ? await store.read("users", wanted) : await members(query.tribe, wanted, res);
    const data = users.slice(0, query.limit);
    const last = data.at(-1);
    return {
      headers: query.tribe === undefined ? {} : clock.headers(),
      body: {
        data,
        next: last !== undefined && users.length > query.limit ? cursorOf(last.kind, last.id) : null,
      },
    };
  };
  const members = (reference: string, wanted: StoredUsersQuery, res: Response) => {
    const tribes = workspace.findSpace(wanted.environment.spaceId)?.data.tribes ?? [];
    const { id } = findTribe({ tribes }, reference);
    return population.members({ ...wanted, tribes, tribeId: id, now: clock.now() }, goneSignal(res));
  };

  return {
    listUsers: ({ context, query, res }) => list(context.environment(), query, res),
    legacyUsers: ({ context, query, res }) =>
      list({ spaceId: context.space().data.space.id, environment: "production" }, query, res),
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
      const result = await (isNdjson(req) ? importNdjson(target, req) : importArray(target, body));
      live.onPersonChanged(target.environment, null);
      return { body: result };
    },
    getUser: async ({ context, params, query }) => ({
      body: await findUser(store, context.environment(), params.userId, query.kind),
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
      const { kind, id } = await findUser(store, environment, params.userId, query.kind);
      return save({ environment, mode: "merge", person: { kind, id }, ...body, at: clock.now(), ifMatch });
    },
    deleteUser: async ({ context, params, query, ifMatch }) => {
      const environment = context.environment();
      const { kind, id } = await findUser(store, environment, params.userId, query.kind);
      const outcome = await store.write("deleteUser", { environment, person: { kind, id }, ifMatch });
      if (outcome === "stale") throw staleProblem();
      if (outcome === "not-found") throw new Problem("not-found", "The user is gone already.");
      live.onPersonChanged(environment, { kind, id });
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
