import { expect, it, onTestFinished, vi } from "vitest";
import { ApiProblem, inWords, ServerUnreachable } from "../../../../src/renderer/api/api-problem.ts";
import { createClient, routeAddress } from "../../../../src/renderer/api/client.ts";

const answering = (body: unknown, init?: ResponseInit) =>
  vi.fn<typeof fetch>(async () => Response.json(body, init));
const me = { account: { id: "acc_1", name: "Ida", email: null } };

it.each([
  [
    "params, escaped",
    { given: ["/v2/spaces/:spaceId", { spaceId: "a b/c" }, {}], want: "/v2/spaces/a%20b%2Fc" },
  ],
  ["no query", { given: ["/v2/me", {}, { a: undefined }], want: "/v2/me" }],
  [
    "a repeated name",
    { given: ["/x", {}, { where: ["a:1", "b:2"], n: 3 }], want: "/x?where=a%3A1&where=b%3A2&n=3" },
  ],
] as const)("writes an address with %s", (_, { given: [path, params, query], want }) => {
  expect(routeAddress(path, params as Record<string, string>, query)).toBe(want);
});

it("calls a route of the table and gives its answer", async () => {
  const fetcher = answering({ key: "staging" });
  const params = { spaceId: "cinema", envKey: "staging" };
  const answer = await createClient({}, fetcher).call("rotateApiKey", { params, body: { graceSeconds: 60 } });
  expect(answer.key).toBe("staging");
  expect(fetcher).toHaveBeenCalledWith(
    "/v2/spaces/cinema/environments/staging/api-key",
    expect.objectContaining({ method: "POST", body: '{"graceSeconds":60}' }),
  );
});

it.each(['"a"', 'W/"a"', '"a-gzip"'])("tells the version %s as the server has it", async (told) => {
  const client = createClient({}, answering(me, { headers: { ETag: told } }));
  expect((await client.exchange("getMe")).etag).toBe('"a"');
});

it("tells when the server answered, by the server's clock", async () => {
  const reached = vi.fn();
  const date = "Fri, 27 Nov 2026 14:00:00 GMT";
  await createClient({ reached }, answering(me, { headers: { Date: date } })).call("getMe");
  expect(reached).toHaveBeenCalledWith(date);
});

it("sends lines as they are", async () => {
  const fetcher = answering({ id: "rep_1" });
  const lines = new Blob(["{}\n"]);
  const params = { spaceId: "cinema", envKey: "staging" };
  await createClient({}, fetcher).call("startReplay", { params, query: { speed: "max" }, lines });
  const [address, init] = fetcher.mock.calls[0] ?? [];
  expect(address).toBe("/v2/spaces/cinema/environments/staging/events/replay?speed=max");
  expect(init).toMatchObject({ body: lines, headers: { "Content-Type": "application/x-ndjson" } });
});

it("throws the problem that the server answered", async () => {
  const problem = {
    type: "x",
    title: "Conflict",
    status: 409,
    detail: "Taken.",
    instance: "/",
    code: "conflict",
  };
  const call = createClient({}, answering(problem, { status: 409 })).call("getMe");
  await expect(call).rejects.toThrow(ApiProblem);
  await expect(call).rejects.toMatchObject({ status: 409, code: "conflict", message: "Taken." });
});

it("makes a problem of an answer that holds none", async () => {
  const fetcher = vi.fn<typeof fetch>(async () => new Response("<html>", { status: 502 }));
  await expect(createClient({}, fetcher).call("getMe")).rejects.toMatchObject({
    status: 502,
    code: "unknown",
  });
});

it("tells its observer how requests go", async () => {
  const observer = { reached: vi.fn(), lost: vi.fn(), signedOut: vi.fn() };
  await createClient(observer, answering(me)).call("getMe");
  await createClient(observer, answering({}, { status: 401 }))
    .call("getMe")
    .catch(() => {});
  const silent = vi.fn<typeof fetch>(async () => Promise.reject(new TypeError("refused")));
  await expect(createClient(observer, silent).call("getMe")).rejects.toThrow(ServerUnreachable);
  expect(observer.reached).toHaveBeenCalledTimes(2);
  expect(observer.signedOut).toHaveBeenCalledTimes(1);
  expect(observer.lost.mock.calls).toEqual([["getMe"]]);
});

it.each([
  [
    "a page",
    new Response("<html>Sign in to this network</html>", {
      headers: { "Content-Type": "text/html; charset=utf-8" },
    }),
    "Something between here and the server answered in its place.",
  ],
  [
    "an answer that was cut off",
    new Response('{"id": "o', { headers: { "Content-Type": "application/json" } }),
    "The server did not answer.",
  ],
  [
    "a proxy's own 404",
    new Response("404 page not found", { status: 404, headers: { "Content-Type": "text/plain" } }),
    "Something between here and the server answered in its place.",
  ],
  ["{}", Response.json({}), "Something between here and the server answered in its place."],
  [
    "JSON with nothing of what is asked",
    Response.json({ status: "sign in" }),
    "Something between here and the server answered in its place.",
  ],
])("takes %s for no answer", async (_, answer, words) => {
  const client = createClient({}, async () => answer);
  const problem = await client.call("getMe").catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ServerUnreachable);
  expect(inWords(problem)).toBe(words);
});

it("takes a server for gone that leaves the status without an answer, and every other request too", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const observer = { reached: vi.fn(), lost: vi.fn() };
  const fetcher = vi.fn<typeof fetch>((address, init) =>
    address === "/v2/me"
      ? Promise.resolve(Response.json(me))
      : new Promise((_, reject) =>
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason)),
        ),
  );
  const client = createClient(observer, fetcher);
  const status = client.call("getStatus").catch((error: unknown) => error);
  void client.call("listOrgs").catch(() => {});
  await vi.advanceTimersByTimeAsync(9_000);
  // It is slow, and answers.
  await client.call("getMe");
  await vi.advanceTimersByTimeAsync(9_000);
  expect(observer.lost).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await status).toBeInstanceOf(ServerUnreachable);
  // Whatever else is asked may take as long as it does.
  await vi.advanceTimersByTimeAsync(600_000);
  expect(observer.lost).toHaveBeenCalledTimes(1);
});

it("leaves connections for what is written and for the status, however many reads are not answered", async () => {
  const held = new Map<string, (answer: Response) => void>();
  const fetcher = vi.fn<typeof fetch>(
    (address) => new Promise((resolve) => held.set(String(address), resolve)),
  );
  const client = createClient({}, fetcher);
  const reads = ["a", "b", "c", "d", "e", "f"].map((spaceId) =>
    client.call("getSpace", { params: { spaceId } }),
  );
  void client.call("getStatus");
  void client.call("putClock", { body: { mode: "system" } });
  await vi.waitFor(() => expect(held.has("/v2/clock")).toBe(true));
  expect([...held.keys()]).toEqual(
    [..."abcd"].map((id) => `/v2/spaces/${id}`).concat("/v2/status", "/v2/clock"),
  );
  held.get("/v2/spaces/b")?.(new Response("", { status: 500 }));
  await expect(reads[1]).rejects.toThrow(ApiProblem);
  await vi.waitFor(() => expect(held.has("/v2/spaces/e")).toBe(true));
  expect(held.has("/v2/spaces/f")).toBe(false);
});
