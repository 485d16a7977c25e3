import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, it, vi } from "vitest";
import { z } from "zod";
import { CliError } from "../../../../src/cli/cli-error.ts";
import { connect, PlatformClient } from "../../../../src/cli/platform/platform-client.ts";
import { describeServer } from "../../../../src/cli/sign-in/oauth-requests.ts";

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

const first = { path: "/1/time", detail: "is missing" };
const second = { path: "/3", detail: "is not JSON" };
const whole = { path: "", detail: "is too long" };

it.each([
  ["one, which the detail is", "/1/time is missing", [first], "/1/time is missing"],
  [
    "more than the detail has",
    "/1/time is missing (and 2 more)",
    [first, second, whole],
    "/1/time is missing (and 2 more)\n  /3 is not JSON\n  The whole is too long",
  ],
  ["one beside the detail", "It is not valid.", [second], "It is not valid.\n  /3 is not JSON"],
])("names every error of a refusal: %s", async (_, detail, errors, message) => {
  const problem = { type: "t", title: "t", status: 400, instance: "/", code: "invalid-body", detail, errors };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(problem, { status: 400 }));
  const client = new PlatformClient("http://platform.test", "token");
  const refused = new CliError(message, { code: "invalid-body", status: 400, errors });
  await expect(client.ask("POST", "/", { answer: z.unknown() })).rejects.toEqual(refused);
  const error = await client.open({ method: "post" }, "/", {}).catch((thrown: CliError) => thrown);
  expect((error as CliError).details).toEqual(refused.details);
});

it("gives up what is not answered, but no POST, which may take as long as there is data", async () => {
  const limits: number[] = [];
  vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
    limits.push(ms);
    return AbortSignal.any([]);
  });
  const asked: [string | undefined, boolean][] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (_, init) => {
    asked.push([init?.method, init?.signal != null]);
    return Response.json({});
  });
  const client = new PlatformClient("http://platform.test", "token");
  for (const method of ["GET", "POST", "DELETE"]) await client.ask(method, "/", { answer: z.unknown() });
  expect(asked).toEqual([
    ["GET", true],
    ["POST", false],
    ["DELETE", true],
  ]);
  expect(limits).toEqual([60_000, 60_000]);
});

it("goes on with the sign-in's next token once the first has ended", async () => {
  const folder = mkdtempSync(join(tmpdir(), "understudy-config-"));
  vi.stubEnv("UNDERSTUDY_CONFIG_DIR", folder);
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "");
  const signIn = (accessToken: string) => {
    const one = { accessToken, refreshToken: null, expiresAt: "2999-01-01T00:00:00.000Z" };
    const platforms = { "http://platform.test": one };
    writeFileSync(join(folder, "sign-ins.json"), JSON.stringify({ version: 1, platforms }));
  };
  const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({}));
  signIn("first");
  const client = await connect();
  await client.ask("GET", "/", { answer: z.unknown() });
  signIn("second");
  await client.ask("GET", "/", { answer: z.unknown() });
  await client.open({ method: "delete" }, "/", {});
  const sent = fetched.mock.calls.map(([, init]) => new Headers(init?.headers).get("authorization"));
  expect(sent).toEqual(["Bearer first", "Bearer second", "Bearer second"]);
  rmSync(folder, { recursive: true });
});

it.each([
  [
    "https://elsewhere.test/v2/me",
    "it leads on to https://elsewhere.test. Where that is Understudy, set UNDERSTUDY_PLATFORM_URL",
  ],
  ["/sign-in", "and not as an Understudy does"],
])("follows no answer that leads on, and says where: %s", async (location, why) => {
  let asked = 0;
  const proxy = createServer((_, response) => {
    asked += 1;
    response.writeHead(asked === 1 ? 301 : 307, { location }).end("<html>");
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  const client = new PlatformClient(url, "token");
  const answers = [
    () => client.ask("GET", "/v2/me", { answer: z.unknown() }),
    () => client.ask("POST", "/v2/spaces", { body: {}, answer: z.unknown() }),
    () => client.open({ method: "get" }, "/v2/events", {}),
    () => describeServer(url),
  ];
  for (const answer of answers) await expect(answer()).rejects.toThrow(why);
  expect(asked).toBe(answers.length);
  proxy.close();
});

it("asks whether it is running where nobody answers, at a sign-in too", async () => {
  const nobody = new TypeError("fetch failed", { cause: new Error("connect ECONNREFUSED") });
  vi.spyOn(globalThis, "fetch").mockRejectedValue(nobody);
  const says = "http://platform.test does not answer (connect ECONNREFUSED). Is it running?";
  await expect(client().ask("GET", "/", { answer: z.unknown() })).rejects.toThrow(says);
  await expect(describeServer("http://platform.test")).rejects.toThrow(says);
});

it("says at a sign-in, too, what the platform says", async () => {
  const problem = {
    type: "a",
    title: "b",
    status: 503,
    detail: "Not yet.",
    instance: "/",
    code: "not-ready",
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(problem, { status: 503 }));
  const says = { message: "Not yet.", details: { code: "not-ready", status: 503 }, retryAfter: 1000 };
  await expect(describeServer("http://platform.test")).rejects.toMatchObject(says);
});

it.each([
  ["its own limit", new DOMException("The operation was aborted due to timeout", "TimeoutError")],
  [
    "fetch's own",
    new TypeError("fetch failed", {
      cause: Object.assign(new Error("Headers Timeout Error"), { name: "HeadersTimeoutError" }),
    }),
  ],
])("says in words that no answer came in time: %s", async (_, late) => {
  vi.spyOn(globalThis, "fetch").mockRejectedValue(late);
  const says = "http://platform.test does not answer (nothing came in time).";
  await expect(client().ask("GET", "/", { answer: z.unknown() })).rejects.toThrow(says);
});

const client = () => new PlatformClient("http://platform.test", "token");
it.each([
  ["asked", () => client().ask("GET", "/", { answer: z.unknown() })],
  ["opened", () => client().open({ method: "get" }, "/", {})],
])("says whom it waits for where no answer comes to what is %s", async (_, ask) => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const said = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let answer = (_: Response) => {};
  vi.spyOn(globalThis, "fetch").mockImplementation(
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
  );
  const asked = ask();
  await vi.advanceTimersByTimeAsync(4_000);
  expect(said).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(said.mock.calls).toEqual([["Waiting for http://platform.test to answer …\n"]]);
  answer(Response.json({}));
  await asked;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(said).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
