import { expect, test } from "vitest";
import type { Queryable } from "../../../../src/server/store/postgres/database.ts";
import type { Environments } from "../../../../src/server/store/postgres/environments.ts";
import { recordingRows } from "../../../../src/server/store/postgres/recording-rows.ts";

const recording = {
  environment: { spaceId: "spc_a", environment: "development" },
  id: "rec_1",
} as const;
const environments = { get: async () => 7, find: async () => 7 } as unknown as Environments;

/** Recordings in a database that answers this, and what it was asked. */
function recordings(answer: () => Promise<object[]>) {
  const asked: unknown[] = [];
  const rows = ((_sql: string, values: readonly unknown[]) => {
    asked.push(values);
    return answer();
  }) as Queryable["rows"];
  return { asked, ...recordingRows(rows, environments) };
}

test("lines are kept, and a recording is gone, once the database has said so and not before", async () => {
  const { add, remove } = recordings(async () => {
    throw new Error("the database is away");
  });
  await expect(add(recording, 1, ["a"])).rejects.toThrow("away");
  await expect(remove(recording)).rejects.toThrow("away");
});

test("lines are read from where they are asked for, of the row that holds them", async () => {
  const { asked, add, read, remove } = recordings(async () => [{ first: 4, lines: "d\ne\nf" }]);
  await add(recording, 4, ["d", "e", "f"]);
  expect(await read(recording, 5)).toEqual(["e", "f"]);
  expect(await read(recording, 7)).toEqual([]);
  await remove(recording);
  expect(asked).toEqual([
    [7, "rec_1", 4, "d\ne\nf"],
    [7, "rec_1", 5],
    [7, "rec_1", 7],
    [7, "rec_1"],
  ]);
  expect(await recordings(async () => []).read(recording, 0)).toEqual([]);
});
