import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { api, post, startUnderstudy } from "../bench/programs.mjs";
import { fill, settled, tribe } from "../bench/reach.mjs";
import { bootDesktop } from "../helpers/desktop-app.ts";

/** `npm run test:desktop -- --latency`: how long a menu and a call of the page wait while the server in the same process works. */
const folder = mkdtempSync(join(tmpdir(), "understudy-latency-"));
const dataDir = join(folder, "data");
const token = "latency-owner-token-0123456789";
const users = Number(process.env.USERS ?? 1_000_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Times = readonly number[];
const part = (times: Times, of: number): string =>
  (times.toSorted((one, other) => one - other)[Math.floor((times.length - 1) * of)] ?? 0).toFixed(1);
const inWords = (times: Times): string =>
  `median ${part(times, 0.5)} ms, 99 of 100 within ${part(times, 0.99)} ms, the slowest ${part(times, 1)} ms of ${times.length}`;

it("is measured", { timeout: 900_000 }, async () => {
  mkdirSync(dataDir);
  const first = await startUnderstudy(dataDir);
  const { id: spaceId } = await api(first, "/v2/spaces/my-first-space");
  await first.stop();
  const path = join(dataDir, ".understudy/data.db");
  await fill(path, spaceId, { users, events: 100_000 });
  process.env.UNDERSTUDY_TOKEN = token;
  const app = await bootDesktop(folder, [`--data=${dataDir}`, "--port=0", "--sdk-port=0"]);
  try {
    const origin = new URL((await app.booted()).windows[0]?.loaded[0] ?? "").origin;
    const sdk = (await app.state()).tray.find((line) => line.startsWith("SDK"))?.split(/\s+/)[1] ?? "";
    const page = `${origin}/spaces/my-first-space/development/events`;
    const signedIn = { authorization: `Bearer ${token}` };
    const json = async (path: string) => (await fetch(`${origin}${path}`, { headers: signedIn })).json();
    const { data } = await json("/v2/spaces/my-first-space/environments");
    const { id } = await post(`${origin}/v2/spaces/my-first-space/tribes`, signedIn, tribe);
    const reach = () => json(`/v2/spaces/my-first-space/tribes/${id}/reach?environment=development`);
    await reach();
    await settled(path);

    /** Asks by the bridge and clicks a menu, by turns, until the work is done. */
    const waits = async (work: Promise<unknown>): Promise<{ calls: Times; menus: Times }> => {
      const [calls, menus]: [number[], number[]] = [[], []];
      const state = { over: false };
      const done = work.finally(() => {
        state.over = true;
      });
      while (!state.over) {
        const asked = performance.now();
        await app.invoke("getDesktop", page);
        const answered = performance.now();
        await app.tell({ order: "choose", path: ["Go", "Events"] });
        calls.push(answered - asked);
        menus.push(performance.now() - answered);
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
      await done;
      return { calls, menus };
    };
    const rest = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    let accepted = 0;
    /** 1,000 events a second, 100 at a time. */
    const ingestion = async () => {
      const sends: Promise<void>[] = [];
      const begun = performance.now();
      for (let batch = 0; batch < 100; batch += 1) {
        const events = Array.from({ length: 100 }, (_, index) => ({
          name: "movie/watched",
          time: new Date().toISOString(),
          userId: `user-${String((batch * 7919 + index * 31) % users).padStart(7, "0")}`,
          data: { genre: "drama", title: `title-${index}` },
        }));
        const headers = { "x-api-key": data[0].apiKey, "content-type": "application/json" };
        const body = JSON.stringify({ events });
        sends.push(
          fetch(`${sdk}/sdk/v1/events`, { method: "POST", headers, body }).then(async (answer) => {
            accepted += (await answer.json()).accepted;
          }),
        );
        await rest(Math.max(0, begun + (batch + 1) * 100 - performance.now()));
      }
      await Promise.all(sends);
    };
    const quiet = await waits(rest(5_000));
    const ingesting = await waits(ingestion());
    let took = 0;
    let found: { users: number } = { users: 0 };
    const reaching = await waits(
      (async () => {
        for (let round = 0; round < 3; round += 1) {
          const begun = performance.now();
          found = await reach();
          took = Math.max(took, performance.now() - begun);
        }
      })(),
    );
    const lines = Object.entries({ quiet, ingesting, reaching }).flatMap(([name, { calls, menus }]) => [
      `${name}: a call of the page ${inWords(calls)}`,
      `${name}: a menu ${inWords(menus)}`,
    ]);
    process.stdout.write(`${lines.join("\n")}\nreach over ${found.users} users: ${took.toFixed(0)} ms\n`);
    expect(accepted).toBe(10_000);
    expect(found.users).toBeGreaterThanOrEqual(users);
  } finally {
    await app.kill();
  }
});
