import { afterEach, expect, test, vi } from "vitest";
import { tailEvents } from "../../../../src/cli/commands/events-tail.ts";
import { PlatformClient } from "../../../../src/cli/platform/platform-client.ts";

afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
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
