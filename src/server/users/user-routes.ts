import { isStorable } from "../../core/primitives.ts";
import { fieldErrors, invalid, Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { noRoom, type User, type UserKind, userIdToStore } from "../../core/user.ts";
import { staleProblem } from "../http/bind-routes.ts";
import { isNdjson } from "../http/body-lines.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { SavedUser, SaveUser, Store } from "../store/ports.ts";
import { importArray, importNdjson } from "./user-import.ts";
import { UserLists } from "./user-lists.ts";

type Names =
  | "listUsers"
  | "countUsers"
  | "legacyUsers"
  | "createUser"
  | "importUsers"
  | "getUser"
  | "putUser"
  | "patchUser"
  | "deleteUser";

/** By id; where a user and a visitor share it, the user, unless `kind` says otherwise. @throws Problem not-found */
export async function findUser(
  store: Store,
  environment: EnvironmentRef,
  id: string,
  kind: UserKind | undefined,
): Promise<User> {
  const user = isStorable(id) ? await store.users.find({ environment, id, kind: kind ?? null }) : null;
  if (user === null)
    throw new Problem(
      "not-found",
      `There is no user or visitor "${id.slice(0, 200)}" in ${environment.environment}.`,
    );
  return user;
}

export function userRoutes(services: Services): Pick<PlatformHandlers, Names> {
  const { store, clock, live } = services;
  const save = async (job: SaveUser) => {
    const answer = reply(await store.users.save(job), job);
    live.onPersonChanged(job.environment, job.person);
    return answer;
  };
  const lists = new UserLists(services);

  return {
    listUsers: ({ context, query, res }) => lists.list(context.environment(), query, res),
    countUsers: ({ context, query, res }) => lists.count(context.environment(), query, res),
    legacyUsers: ({ context, query, res }) =>
      lists.list({ spaceId: context.space().data.space.id, environment: "production" }, query, res),
    createUser: ({ context, body: { id, kind, fields, labels } }) =>
      save({
        environment: context.environment(),
        mode: "create",
        person: { kind, id },
        fields,
        labels,
        at: clock.now(),
        precondition: null,
      }),
    importUsers: async ({ context, body, req, res }) => {
      const onStored = () => {
        res.locals.changed = true;
      };
      const target = { store, environment: context.environment(), at: clock.now(), onStored };
      try {
        return { body: await (isNdjson(req) ? importNdjson(target, req) : importArray(target, body)) };
      } finally {
        if (res.locals.changed === true) live.onPersonChanged(target.environment, null);
      }
    },
    getUser: async ({ context, params, query }) => ({
      body: await findUser(store, context.environment(), params.userId, query.kind),
    }),
    putUser: ({ context, params, body, precondition }) => {
      const person = { kind: "known" as const, id: checkedId(params.userId) };
      return save({
        environment: context.environment(),
        mode: "replace",
        person,
        ...body,
        at: clock.now(),
        precondition,
      });
    },
    patchUser: async ({ context, params, query, body, precondition }) => {
      const environment = context.environment();
      const { kind, id } = await findUser(store, environment, params.userId, query.kind);
      return save({
        environment,
        mode: "merge",
        person: { kind, id },
        ...body,
        at: clock.now(),
        precondition,
      });
    },
    deleteUser: async ({ context, params, query, precondition }) => {
      const environment = context.environment();
      const { kind, id } = await findUser(store, environment, params.userId, query.kind);
      const outcome = await store.users.delete({ environment, person: { kind, id }, precondition });
      if (outcome === "stale") throw staleProblem(precondition);
      if (outcome === "not-found") throw new Problem("not-found", "The user is gone already.");
      live.onPersonChanged(environment, { kind, id });
      return {};
    },
  };
}

function checkedId(id: string): string {
  const result = userIdToStore.safeParse(id);
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
      throw staleProblem(job.precondition);
    case "full":
      throw invalid([{ path: "/fields", detail: noRoom }]);
  }
}
