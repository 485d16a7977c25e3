import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { Client } from "../../../src/sdk/browser/client.ts";
import type { TrackedEvent } from "../../../src/sdk/browser/events/tracked-event.ts";
import { accepted, FakePage, fallbacks, pass, started } from "../../helpers/fake-page.ts";

/** What may become of a request: done, done but the answer is lost, or not done. */
const fates = ["done", "lost answer", "refused connection", "busy", "broken"] as const;
const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("track" as const), count: fc.integer({ min: 1, max: 30 }) }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.integer({ min: 0, max: 20_000 }) }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant("reload" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("second page" as const) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant("hide" as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({ do: fc.constant("start" as const), user: fc.constantFrom("a", "b") }),
    },
  ),
  { maxLength: 20 },
);

/** The server's part: it keeps one of each id, and notes where the same id ever came with other words. */
class Server {
  readonly kept = new Map<string, TrackedEvent>();
  readonly differing: string[] = [];
  take(events: readonly TrackedEvent[]): void {
    for (const event of events) {
      const before = this.kept.get(event.id);
      if (before === undefined) this.kept.set(event.id, event);
      else if (JSON.stringify(before) !== JSON.stringify(event)) this.differing.push(event.id);
    }
  }
}

async function run(
  plan: typeof steps extends fc.Arbitrary<infer Steps> ? Steps : never,
  luck: readonly number[],
) {
  const page = new FakePage();
  page.install();
  const server = new Server();
  let asked = 0;
  let healthy = false;
  const fate = () =>
    healthy ? "done" : (fates[(luck[asked++ % luck.length] ?? 0) % fates.length] ?? "done");
  page.onStart = () => (fate() === "done" ? started({}, `ses_${asked}`) : null);
  page.onEvents = ({ body }) => {
    const found = fate();
    if (found === "done" || found === "lost answer") server.take(body.events);
    if (found === "busy") return { status: 503, headers: { "retry-after": "2" } };
    if (found === "broken") return { status: 500 };
    return found === "done" ? accepted : null;
  };
  const open = (userId: string) => {
    const { session } = new Client({ apiKey: "us_dev_1", fallbacks });
    void session.start({ userId });
    return session;
  };
  let session = open("a");
  let tracked = 0;
  for (const step of plan) {
    if (step.do === "track")
      for (let index = 0; index < step.count; index += 1) session.track(`n/${tracked++}`);
    if (step.do === "wait") await pass(step.ms);
    if (step.do === "start") void session.start({ userId: step.user });
    if (step.do === "second page") session = open("b");
    if (step.do === "hide") page.hide();
    if (step.do === "reload") {
      page.fire("pagehide");
      vi.clearAllTimers();
      page.listeners.clear();
      session = open("a");
    }
  }
  healthy = true;
  page.fire("online");
  await pass(120_000);
  return { page, server, tracked };
}

it("whatever fails, each event arrives exactly once, the same each time", async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.array(fc.nat(99), { minLength: 5, maxLength: 40 }), async (plan, luck) => {
      try {
        const { page, server, tracked } = await run(plan, luck);
        const names = [...server.kept.values()].map(({ name }) => name);
        expect(names.length).toBe(tracked);
        expect(new Set(names).size).toBe(tracked);
        expect(server.differing).toEqual([]);
        expect([...page.stored.keys()].filter((name) => name.includes(":event:"))).toEqual([]);
        expect(page.errors).toEqual([]);
      } finally {
        vi.useRealTimers();
        vi.unstubAllGlobals();
        vi.restoreAllMocks();
      }
    }),
    { numRuns: 150 },
  );
}, 60_000);
