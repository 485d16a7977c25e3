import { QueryObserver, type QueryObserverOptions } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { problemType } from "../../../../src/core/problem.ts";
import { everyPageQuery, routeQuery } from "../../../../src/renderer/api/queries.ts";
import { createConsole } from "../../../../src/renderer/app/create-console.ts";
import { FakeEventSource } from "../fakes.ts";
import { memoryStorage } from "../saved/fake-pages.ts";

let sources: FakeEventSource[];
let asked: string[];
/** Which requests are not answered. */
let isLost: (address: string, method: string) => boolean;
/** With which status writes are refused; null where they are not. */
let refusedWith: { readonly status: number; readonly code?: string } | null;
let stop = () => {};

/** A console with a list of events that follows. */
async function follow() {
  const console = createConsole(async (input, { method = "GET" } = {}) => {
    const { pathname } = new URL(String(input), "http://x");
    asked.push(pathname);
    if (isLost(pathname, method)) throw new TypeError("refused");
    if (method !== "GET" && refusedWith !== null) {
      const { status, code } = refusedWith;
      const problem = { type: "about:blank", title: "Refused", status, detail: "No.", instance: "/v2", code };
      return code === undefined
        ? Response.json({}, { status })
        : Response.json(problem, { status, headers: { "Content-Type": problemType } });
    }
    return Response.json({ data: [], next: null, clock: { mode: "system" } });
  });
  const feed = console.feed({ spaceId: "cinema", environment: "development" });
  feed.start();
  stop = () => feed.stop();
  await expect.poll(() => sources.length).toBe(1);
  sources[0]?.onopen?.();
  asked = [];
  return console;
}

beforeEach(() => {
  sources = [];
  asked = [];
  isLost = () => false;
  refusedWith = null;
  vi.stubGlobal("localStorage", memoryStorage());
  vi.stubGlobal("sessionStorage", memoryStorage());
  vi.stubGlobal(
    "EventSource",
    class extends FakeEventSource {
      constructor(address: string) {
        super(address);
        sources.push(this);
      }
    },
  );
  vi.stubGlobal("document", { hidden: false, documentElement: { toggleAttribute: () => undefined } });
});
afterEach(() => {
  // It would try again, without a browser's EventSource.
  stop();
  vi.unstubAllGlobals();
});

it("a stream that is lost alone makes nobody say that the server is gone, and nothing that is known is read anew", async () => {
  const { server, queries } = await follow();
  const reach: string[] = [];
  server.subscribe((state) => reach.push(state.reach));
  const anew = vi.spyOn(queries, "invalidateQueries");
  sources[0]?.onerror?.();
  await expect.poll(() => asked).toEqual(["/v2/status"]);
  await expect.poll(() => sources.length).toBe(2);
  sources[1]?.onopen?.();
  expect(reach).toEqual([]);
  expect(anew).not.toHaveBeenCalled();
});

it.each([
  ["writes", (_: string, method: string) => method !== "GET", "createTribe"],
  ["one kind of read", (address: string) => address.endsWith("/tribes"), "listTribes"],
] as const)(
  "%s that are lost alone make nobody say so either, and are followed by one question each",
  async (_, lost, route) => {
    const { client, server, queries } = await follow();
    const reach: string[] = [];
    server.subscribe((state) => reach.push(state.reach));
    const anew = vi.spyOn(queries, "invalidateQueries");
    isLost = lost;
    for (let time = 1; time <= 3; time += 1) {
      const asking = client.call(route, { params: { spaceId: "cinema" } } as never);
      await expect(asking).rejects.toThrow("The server did not answer.");
      await expect.poll(() => queries.isFetching()).toBe(0);
      expect(asked.filter((one) => one === "/v2/status")).toHaveLength(time);
    }
    expect(asked).toHaveLength(6);
    expect(reach).toEqual([]);
    expect(anew).not.toHaveBeenCalled();
  },
);

it("with the server gone, it is said at once", async () => {
  const { server } = await follow();
  isLost = () => true;
  sources[0]?.onerror?.();
  await expect.poll(() => server.getState().reach).toBe("lost");
  expect(asked).toEqual(["/v2/status", "/v2/clock"]);
});

it.each(["/v2/status", "/v2/clock"])("%s lost alone, however often, makes nobody say so", async (address) => {
  const { client, server, queries } = await follow();
  const reach: string[] = [];
  server.subscribe((state) => reach.push(state.reach));
  const anew = vi.spyOn(queries, "invalidateQueries");
  isLost = (one) => one === address;
  for (let time = 1; time <= 3; time += 1) {
    await client.call("getStatus").catch(() => {});
    await client.call("getClock").catch(() => {});
    await expect.poll(() => queries.isFetching()).toBe(0);
  }
  expect(asked).toContain(address);
  expect(reach).toEqual([]);
  expect(anew).not.toHaveBeenCalled();
});

it("a server that was gone is back with any answer, and is asked at once where the next is lost", async () => {
  const { client, server } = await follow();
  const reach: string[] = [];
  server.subscribe((state) => reach.push(state.reach));
  isLost = () => true;
  await client.call("listOrgs").catch(() => {});
  await expect.poll(() => reach).toEqual(["lost"]);
  isLost = () => false;
  await client.call("listOrgs");
  expect(reach).toEqual(["lost", "running"]);
  isLost = () => true;
  asked = [];
  await client.call("listOrgs").catch(() => {});
  await expect.poll(() => reach).toEqual(["lost", "running", "lost"]);
  expect(asked).toEqual(["/v2/orgs", "/v2/status", "/v2/clock"]);
});

it.each([
  [{ status: 403, code: "forbidden" }, "the role", ["/v2/me"]],
  [
    { status: 404, code: "not-found" },
    "what it was about, and whether its Space is there",
    ["/v2/spaces", "/v2/spaces/cinema/tribes"],
  ],
  [{ status: 404, code: "no-upstream" }, "nothing, since a gateway says so,", []],
  [
    { status: 404 },
    "nothing of it, since somebody else says so, but whether the server is there",
    ["/v2/status"],
  ],
  [{ status: 409, code: "conflict" }, "nothing", []],
])("after a write that is refused with %j %s is read anew at once", async (refusal, _, want) => {
  const { client, queries } = await follow();
  const params = { spaceId: "cinema" };
  const reads = [
    routeQuery(client, "getMe", {}),
    everyPageQuery(client, "listSpaces", {}),
    everyPageQuery(client, "listTribes", { params }),
    everyPageQuery(client, "listTribes", { params: { spaceId: "other" } }),
  ];
  const ends = reads.map((read) =>
    new QueryObserver(queries, read as object as QueryObserverOptions).subscribe(() => {}),
  );
  await expect.poll(() => queries.isFetching()).toBe(0);
  asked = [];
  refusedWith = refusal;
  await client.call("createTribe", { params, body: { name: "Fans", rules: { all: [] } } }).catch(() => {});
  await expect.poll(() => queries.isFetching()).toBe(0);
  expect(asked.toSorted()).toEqual([...want, "/v2/spaces/cinema/tribes"].toSorted());
  for (const end of ends) end();
});
