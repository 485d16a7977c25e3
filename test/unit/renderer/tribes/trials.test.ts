import { QueryObserver } from "@tanstack/react-query";
import { describe, expect, it } from "vitest";
import { environmentKeys } from "../../../../src/core/primitives.ts";
import type { ApiClient } from "../../../../src/renderer/api/client.ts";
import { createQueryClient } from "../../../../src/renderer/api/query-client.ts";
import { type Question, trialQuery } from "../../../../src/renderer/tribes/use-trials.ts";

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

/** Somebody who looks at the reach in staging. */
function looking(label: string) {
  const { asked, client } = heldClient();
  const of = (one: string) => trialQuery(client, "spc", question(one), "staging");
  const trial = new QueryObserver(createQueryClient(), of(label));
  const stop = trial.subscribe(() => undefined);
  const users = () => trial.getCurrentResult().data?.reach.matched.users;
  return { asked, of, trial, users, stop };
}

describe("a trial", () => {
  it("asks about the person in their environment only", async () => {
    const { asked, client } = heldClient();
    const queries = createQueryClient();
    for (const key of environmentKeys)
      void queries.fetchQuery(trialQuery(client, "spc", question("a"), key)).catch(() => undefined);
    await expect.poll(() => asked.length).toBe(3);
    expect(asked.map(({ environment, body }) => [environment, body.userId])).toEqual([
      ["development", undefined],
      ["staging", "ana"],
      ["production", undefined],
    ]);
    await queries.cancelQueries();
  });

  it("gives the older request up when the question is another one, and never shows its answer", async () => {
    const { asked, of, trial, users, stop } = looking("a");
    await expect.poll(() => asked.length).toBe(1);
    trial.setOptions(of("b"));
    await expect.poll(() => asked.length).toBe(2);
    expect([asked[0]?.signal.aborted, asked[1]?.body.rules]).toEqual([true, { label: "b" }]);
    asked[0]?.answer(1);
    asked[1]?.answer(2);
    await expect.poll(users).toBe(2);
    stop();
  });

  it("never shows the answer to an earlier question after that to a later one", async () => {
    const { asked, trial, users, stop } = looking("a");
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.answer(1);
    await expect.poll(users).toBe(1);
    void trial.refetch();
    await expect.poll(() => asked.length).toBe(2);
    const later = trial.refetch();
    await expect.poll(() => asked.length).toBe(3);
    asked[2]?.answer(9);
    await later;
    asked[1]?.answer(8);
    await Promise.resolve();
    expect(users()).toBe(9);
    stop();
  });

  it("keeps the figures where it can't count, and says why", async () => {
    const { asked, trial, users, stop } = looking("a");
    await expect.poll(() => asked.length).toBe(1);
    asked[0]?.answer(7);
    await expect.poll(users).toBe(7);
    const again = trial.refetch();
    await expect.poll(() => asked.length).toBe(2);
    asked[1]?.refuse("busy");
    const { isSuccess, error } = await again;
    expect([users(), isSuccess, error?.message]).toEqual([7, false, "busy"]);
    stop();
  });
});
