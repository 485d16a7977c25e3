import { afterEach, expect, test, vi } from "vitest";
import { tailEvents } from "../../../../src/cli/commands/events-tail.ts";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test("a message of no end is not read on, nor asked for again", async () => {
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "us_pat_somebody");
  const begin = Buffer.from(": connected after 5\n\ndata: ");
  const more = Buffer.alloc(4 * 1024 ** 2, "a");
  const endless = () => {
    let sent = 0;
    return new ReadableStream({
      pull: (controller) => {
        controller.enqueue(sent === 0 ? begin : more);
        sent += 1;
        // Not for ever: who reads on must fail here, too.
        if (sent > 8) controller.close();
      },
    });
  };
  const opened = vi
    .spyOn(PlatformClient.prototype, "open")
    .mockImplementation(async () => new Response(endless()));
  const tail = tailEvents({ space: "s", environment: "development", filters: {} });
  await expect(tail).rejects.toThrow("http://platform.test answered with 200, and not as an Understudy does");
  expect(opened).toHaveBeenCalledOnce();
});

test("a connection that nothing comes by any more is given up, and the next one goes on", async () => {
  vi.useFakeTimers();
  vi.stubEnv("UNDERSTUDY_PLATFORM_URL", "http://platform.test");
  vi.stubEnv("UNDERSTUDY_TOKEN", "us_pat_somebody");
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  let say: (text: string) => void = () => undefined;
  const opened = vi.spyOn(PlatformClient.prototype, "open").mockImplementation(
    async () =>
      new Response(
        new ReadableStream({
          start: (controller) => {
            say = (text) => controller.enqueue(Buffer.from(text));
          },
        }),
      ),
  );
  const place = { space: "s", environment: "development", json: true, limit: 1 } as const;
  const tail = tailEvents({ ...place, filters: {} });
  await vi.waitFor(() => expect(opened).toHaveBeenCalledOnce());
  say(": connected after 5\n\n");
  for (let beat = 0; beat < 6; beat += 1) {
    await vi.advanceTimersByTimeAsync(15_000);
    say(": still here\n\n");
  }
  expect(opened).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(50_000);
  await vi.waitFor(() => expect(opened).toHaveBeenCalledTimes(2));
  expect(opened.mock.calls[1]?.[2].headers).toEqual({ "last-event-id": "5" });
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  say("id: 6\nevent: event\ndata: {}\n\n");
  expect(await tail).toBe(0);
});
