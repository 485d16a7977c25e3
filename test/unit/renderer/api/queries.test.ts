import { notifyManager, QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { createClient } from "../../../../src/renderer/api/client.ts";
import { everyPageQuery, patchKnown, routeQuery } from "../../../../src/renderer/api/queries.ts";
import { afterWrite, createQueryClient, nounOf } from "../../../../src/renderer/api/query-client.ts";

/** A client whose every answer the test gives by hand; asked for in order. */
function held() {
  const asked: { readonly address: string; readonly answer: (body: unknown, status?: number) => void }[] = [];
  const client = createClient(
    {},
    ((address: string) =>
      new Promise<Response>((resolve) => {
        asked.push({ address, answer: (body, status = 200) => resolve(Response.json(body, { status })) });
      })) as unknown as typeof fetch,
  );
  return { client, asked };
}

const here = { params: { spaceId: "s1" } };
const tribe = (id: string) => ({ id, name: id });

describe("a read of a route", () => {
  it("follows the cursors of a list to its end", async () => {
    const { client, asked } = held();
    const read = createQueryClient().fetchQuery(everyPageQuery(client, "listTribes", here));
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.answer({ data: [tribe("a")], next: "2" });
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer({ data: [tribe("b")], next: null });
    expect(await read).toEqual([tribe("a"), tribe("b")]);
    expect(asked[1]?.address).toBe("/v2/spaces/s1/tribes?limit=200&cursor=2");
  });

  it("is asked again where the server has no time, when it said", async () => {
    let tries = 0;
    const client = createClient({}, (async () => {
      tries += 1;
      return tries === 1
        ? Response.json({ detail: "busy" }, { status: 503, headers: { "Retry-After": "0" } })
        : Response.json({ mode: "system", at: "2026-01-01T00:00:00Z" });
    }) as unknown as typeof fetch);
    await createQueryClient().fetchQuery(routeQuery(client, "getClock", {}));
    expect(tries).toBe(2);
  });

  it("goes on saying why it failed while it is asked again, until it succeeds", async () => {
    const { client, asked } = held();
    const queries = createQueryClient();
    const observer = new QueryObserver(queries, everyPageQuery(client, "listTribes", here));
    const seen: string[] = [];
    const look = () => {
      const { status, error } = observer.getCurrentResult();
      seen.push(error?.message ?? status);
    };
    // As React hears of it.
    const stop = observer.subscribe(notifyManager.batchCalls(look));
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.answer({ detail: "No." }, 500);
    await expect.poll(() => seen.at(-1)).toBe("No.");
    const told = seen.length;
    void observer.refetch();
    await expect.poll(() => asked.length).toBe(2);
    await new Promise<void>((told) => notifyManager.schedule(told));
    look();
    asked[1]?.answer({ data: [], next: null });
    await expect.poll(() => seen.at(-1)).toBe("success");
    expect(new Set(seen.slice(told))).toEqual(new Set(["No.", "success"]));
    stop();
  });

  it("drops an answer from before a change, and asks anew", async () => {
    const { client, asked } = held();
    const queries = createQueryClient();
    const query = everyPageQuery(client, "listTribes", here);
    queries.setQueryData(query.queryKey, [tribe("a")] as never);
    const observer = new QueryObserver(queries, { ...query, staleTime: 0 });
    const stop = observer.subscribe(() => {});
    await expect.poll(() => asked.length).toBe(1);
    patchKnown<unknown[]>(queries, query, (known) => [...known, tribe("b")]);
    asked[0]?.answer({ data: [tribe("a")], next: null });
    await expect.poll(() => asked.length).toBe(2);
    expect(queries.getQueryData(query.queryKey)).toEqual([tribe("a"), tribe("b")]);
    asked[1]?.answer({ data: [tribe("a"), tribe("b"), tribe("c")], next: null });
    await expect.poll(() => queries.getQueryData(query.queryKey)).toHaveLength(3);
    stop();
  });

  it("leaves alone what is not known yet when something is put in: a list of one would be wrong", async () => {
    const { client, asked } = held();
    const queries = createQueryClient();
    const query = everyPageQuery(client, "listTribes", here);
    const observer = new QueryObserver(queries, query);
    const stop = observer.subscribe(() => {});
    await expect.poll(() => asked.length).toBe(1);
    patchKnown<unknown[]>(queries, query, (known) => [...known, tribe("new")]);
    expect(queries.getQueryData(query.queryKey)).toBeUndefined();
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.answer({ data: [tribe("a"), tribe("new")], next: null });
    await expect.poll(() => queries.getQueryData(query.queryKey)).toHaveLength(2);
    stop();
  });
});

describe("a write", () => {
  const client = createClient({}, fetch);
  const place = { spaceId: "s1", envKey: "staging" };
  const keys = {
    tribes: everyPageQuery(client, "listTribes", { params: { spaceId: "s1" } }).queryKey,
    elsewhere: everyPageQuery(client, "listTribes", { params: { spaceId: "s2" } }).queryKey,
    reach: routeQuery(client, "getReach", {
      params: { spaceId: "s1", tribeId: "t" },
      query: { environment: "staging" },
    }).queryKey,
    collections: everyPageQuery(client, "listCollections", { params: { spaceId: "s1" } }).queryKey,
    environments: routeQuery(client, "listEnvironments", { params: { spaceId: "s1" } }).queryKey,
    staging: routeQuery(client, "listUsers", { params: place }).queryKey,
    production: routeQuery(client, "listUsers", { params: { ...place, envKey: "production" } }).queryKey,
    counted: routeQuery(client, "countUsers", { params: place }).queryKey,
  };

  it.each<[Parameters<typeof afterWrite>[1], Parameters<typeof afterWrite>[2], (keyof typeof keys)[]]>([
    ["updateTribe", { params: { spaceId: "s1", tribeId: "t" } }, ["tribes", "reach"]],
    ["publish", { params: { spaceId: "s1", collectionId: "c" } }, ["collections", "environments"]],
    ["publish", { params: { spaceId: "s1", collectionId: "c" }, query: { dryRun: true } }, []],
    ["tryTribe", { params: { spaceId: "s1" } }, []],
    ["patchUser", { params: { ...place, userId: "u" } }, ["staging", "counted"]],
    ["rotateApiKey", { params: place }, ["environments"]],
  ])("%s makes old what it changed, there alone", (route, input, old) => {
    const queries = createQueryClient();
    for (const key of Object.values(keys)) queries.setQueryData(key, [] as never);
    afterWrite(queries, route, input);
    const isOld = Object.entries(keys).filter(([, key]) => queries.getQueryState(key)?.isInvalidated);
    expect(isOld.map(([name]) => name).sort()).toEqual([...old].sort());
  });

  it("knows its noun by the path", () => {
    expect(nounOf("updateExperience")).toBe("/v2/spaces/:spaceId/collections");
    expect(nounOf("updateSpace")).toBe("/v2/spaces");
    expect(nounOf("removeMember")).toBe("/v2/orgs/:orgId/members");
  });
});
