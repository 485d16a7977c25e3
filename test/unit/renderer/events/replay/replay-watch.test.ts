import { describe, expect, test } from "vitest";
import type { Replay } from "../../../../../src/core/replay.ts";
import { createClient } from "../../../../../src/renderer/api/client.ts";
import { isRunning, ReplayWatch } from "../../../../../src/renderer/events/replay/replay-watch.ts";
import { replayOf } from "../../fakes.ts";

const place = { spaceId: "spc_1", environment: "staging" } as const;

/** A watch whose server says what a test wants; null is silence. */
function watched() {
  const server: { says: Replay | null; silent: boolean; asked: string[]; busy: Promise<unknown> } = {
    says: null,
    silent: false,
    asked: [],
    busy: Promise.resolve(),
  };
  const fetcher: typeof fetch = async (address, init) => {
    server.asked.push(`${init?.method} ${address}`);
    if (server.silent) throw new TypeError("refused");
    const { says, busy } = server;
    await busy;
    return Response.json({ replay: says });
  };
  const watch = new ReplayWatch(createClient({}, fetcher), place);
  const hear = async (says: Replay | null) => {
    server.says = says;
    await watch.ask();
    return watch.store.getState();
  };
  return { server, watch, hear };
}

describe("a replay", () => {
  test("is followed from its start to its end, which is put away", async () => {
    const { watch, hear } = watched();
    watch.begin(replayOf({ played: 0 }));
    expect((await hear(replayOf())).replay?.played).toBe(45);
    const ended = await hear(replayOf({ state: "done", played: 134 }));
    expect([isRunning(ended), ended.replay?.state]).toEqual([false, "done"]);
    watch.close();
    expect((await hear(replayOf({ state: "done", played: 134 }))).replay).toBeNull();
  });

  test("that somebody else started is found", async () => {
    const { hear } = watched();
    expect(isRunning(await hear(replayOf()))).toBe(true);
  });

  test("that ended before anybody looked is no news", async () => {
    const { hear } = watched();
    expect((await hear(replayOf({ state: "done" }))).replay).toBeNull();
  });

  test("that the server has forgotten has ended", async () => {
    const { watch, hear } = watched();
    watch.begin(replayOf());
    const state = await hear(null);
    expect([isRunning(state), state.forgotten, state.replay?.played]).toEqual([false, true, 45]);
  });

  test("stays as it is known while nothing answers", async () => {
    const { server, watch, hear } = watched();
    watch.begin(replayOf());
    server.silent = true;
    await expect(hear(null)).rejects.toThrow("The server did not answer.");
    expect(isRunning(watch.store.getState())).toBe(true);
  });

  test("that is started while an answer is on its way is not taken for forgotten", async () => {
    const { watch } = watched();
    const asking = watch.ask();
    watch.begin(replayOf());
    await asking;
    expect(isRunning(watch.store.getState())).toBe(true);
  });
});

describe("stopping", () => {
  test("tells how far it came", async () => {
    const { server, watch } = watched();
    watch.begin(replayOf());
    server.says = replayOf({ state: "stopped", played: 50 });
    await watch.stop();
    expect(server.asked).toEqual(["DELETE /v2/spaces/spc_1/environments/staging/events/replay"]);
    expect(watch.store.getState().replay).toMatchObject({ state: "stopped", played: 50 });
  });

  test("is not taken back by an answer that was on its way before", async () => {
    const { server, watch } = watched();
    watch.begin(replayOf());
    let arrive = () => {};
    server.busy = new Promise<void>((done) => {
      arrive = done;
    });
    server.says = replayOf({ played: 49 });
    const asking = watch.ask();
    server.busy = Promise.resolve();
    server.says = replayOf({ state: "stopped", played: 50 });
    await watch.stop();
    arrive();
    await asking;
    expect(watch.store.getState().replay).toMatchObject({ state: "stopped", played: 50 });
  });

  test("that is not answered says that it goes on", async () => {
    const { server, watch } = watched();
    watch.begin(replayOf());
    server.silent = true;
    await watch.stop();
    expect(watch.store.getState().problem).toBe("It goes on. The server did not answer.");
    expect(isRunning(watch.store.getState())).toBe(true);
  });
});
