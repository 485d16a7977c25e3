import { describe, expect, it, vi } from "vitest";
import type { ApiClient } from "../../../../src/renderer/api/client.ts";
import { type Question, Trials } from "../../../../src/renderer/tribes/trials.ts";
import { eventually } from "../../../helpers/eventually.ts";

interface Asked {
  readonly environment: string;
  readonly body: { readonly userId?: string; readonly rules: unknown };
  readonly signal: AbortSignal;
  readonly answer: (matched: number) => void;
  readonly refuse: (reason: string) => void;
}

/** A client whose answers a test gives, in whatever order. */
function heldClient() {
  const asked: Asked[] = [];
  const call = (_route: string, input: never) =>
    new Promise((resolve, reject) => {
      const { query, body, signal } = input as { query: { environment: string } } & Pick<
        Asked,
        "body" | "signal"
      >;
      signal.addEventListener("abort", () => reject(new Error("aborted")));
      asked.push({
        environment: query.environment,
        body,
        signal,
        answer: (users) => resolve({ reach: { matched: { users } } }),
        refuse: (reason) => reject(new Error(reason)),
      });
    });
  return { asked, client: { call } as unknown as ApiClient };
}

const question = (label: string): Question => ({
  id: "trb",
  content: { audience: "everyone", rules: { label } },
  environment: "staging",
  person: { kind: "known", id: "ana" },
});
const usersOf = (trials: Trials) => trials.store.getState().staging.result?.reach.matched.users;

describe("trials", () => {
  it("asks each environment, and about the person in theirs only", async () => {
    vi.useFakeTimers();
    const { asked, client } = heldClient();
    const trials = new Trials(client, "spc");
    trials.ask(question("a"));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ environment, body }) => [environment, body.userId])).toEqual([
      ["development", undefined],
      ["staging", "ana"],
      ["production", undefined],
    ]);
    vi.useRealTimers();
  });

  it("gathers changes, gives the older request up, and never shows its answer", async () => {
    vi.useFakeTimers();
    const { asked, client } = heldClient();
    const trials = new Trials(client, "spc", 400);
    trials.ask(question("a"));
    await vi.advanceTimersByTimeAsync(0);
    asked[1]?.answer(1);
    await vi.advanceTimersByTimeAsync(0);
    expect(usersOf(trials)).toBe(1);
    trials.ask(question("b"));
    expect([asked[0]?.signal.aborted, trials.store.getState().staging.isOld]).toEqual([true, true]);
    await vi.advanceTimersByTimeAsync(399);
    trials.ask(question("c"));
    await vi.advanceTimersByTimeAsync(399);
    expect(asked).toHaveLength(3);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked.slice(3).map(({ body }) => body.rules)).toEqual([
      { label: "c" },
      { label: "c" },
      { label: "c" },
    ]);
    asked[4]?.answer(2);
    await vi.advanceTimersByTimeAsync(0);
    expect([usersOf(trials), trials.store.getState().staging.isOld]).toEqual([2, false]);
    vi.useRealTimers();
  });

  it("never shows the answer to an earlier question after that to a later one", async () => {
    const { asked, client } = heldClient();
    const trials = new Trials(client, "spc", 0);
    trials.ask(question("a"));
    await vi.waitFor(() => expect(asked).toHaveLength(3));
    const [earlier, later] = [trials.refresh("staging"), trials.refresh("staging")];
    asked[4]?.answer(9);
    await later;
    asked[3]?.answer(8);
    await earlier;
    expect(usersOf(trials)).toBe(9);
  });

  it("keeps the figures where it can't count, and says why", async () => {
    const { asked, client } = heldClient();
    const trials = new Trials(client, "spc", 0);
    trials.ask(question("a"));
    await eventually(() => expect(asked).toHaveLength(3));
    asked[1]?.answer(7);
    await eventually(() => expect(usersOf(trials)).toBe(7));
    const again = trials.refresh("staging");
    asked[3]?.refuse("busy");
    await again;
    expect(trials.store.getState().staging).toMatchObject({
      isOld: true,
      result: { reach: { matched: { users: 7 } } },
    });
    expect(trials.store.getState().staging.problem).toContain("busy");
  });
});
