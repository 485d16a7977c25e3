import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exportEvents } from "../../../../src/cli/commands/events-export.ts";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";

let aside: string[];
let body: ReadableStreamDefaultController<Uint8Array>;
const out = vi.fn();
beforeEach(() => {
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "us_pat_somebody");
  aside = [];
  out.mockReset();
  vi.spyOn(process.stderr, "write").mockImplementation((text) => aside.push(String(text)) > 0);
  vi.spyOn(process.stdout, "write").mockImplementation(((text: Uint8Array, done: () => void) => {
    out(Buffer.from(text).toString());
    done();
  }) as never);
  const stream = new ReadableStream({
    start: (controller) => {
      body = controller;
    },
  });
  vi.spyOn(PlatformClient.prototype, "open").mockResolvedValue(new Response(stream));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});

const exporting = () => exportEvents({ space: "s", environment: "development", filters: {} });

test.each(["SIGINT", "SIGTERM"] as const)("what %s cuts off is told, and is no success", async (signal) => {
  const ended = exporting();
  body.enqueue(Buffer.from("one\ntw"));
  await expect.poll(() => out.mock.calls).toEqual([["one\ntw"]]);
  process.emit(signal);
  expect([await ended, aside]).toEqual([130, ["Stopped. The output is incomplete.\n"]]);
});

test("what came whole is a success", async () => {
  const ended = exporting();
  body.enqueue(Buffer.from("one\n"));
  body.close();
  expect([await ended, aside]).toEqual([0, []]);
});

test("a server that falls silent ends it after fetch's five minutes, and the words say so", async () => {
  const late = Object.assign(new Error("Body Timeout Error"), { name: "BodyTimeoutError" });
  const ended = exporting();
  body.enqueue(Buffer.from("one\n"));
  body.error(new TypeError("terminated", { cause: late }));
  await expect(ended).rejects.toThrow(
    "The export broke off: nothing came in time. The output is incomplete.",
  );
});
