import { afterEach, expect, it } from "vitest";
import { problemOf } from "../../../../src/renderer/api/api-problem.ts";
import { followServer } from "../../../../src/renderer/text/platform-clock.ts";

const at = (ms: number) => new Date(Date.now() + ms).toUTCString();
afterEach(() => followServer(at(0)));

it("waits until the time that a server names by the server's clock, where this computer's is a day behind", async () => {
  const day = 86_400_000;
  followServer(at(day));
  const answer = new Response("", { status: 503, headers: { "Retry-After": at(day + 30_000) } });
  const { retryAfter } = await problemOf(answer);
  expect((retryAfter ?? 0) / 1000).toBeGreaterThan(20);
  expect((retryAfter ?? 0) / 1000).toBeLessThan(40);
});
