import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { notesInMemory } from "../../src/server/oauth/short-lived.ts";
import { FileRecordings } from "../../src/server/replay/file-recordings.ts";
import type { PassingNote, SharedWork } from "../../src/server/store/ports.ts";
import { stores } from "./stores.ts";

/** What servers go on with for each other, and what stands for it where there is one. */
type Work = Pick<SharedWork, "passing" | "recordings"> & { readonly close: () => Promise<void> };

const alone = {
  name: "one server",
  open: async (): Promise<Work> => {
    const folder = await mkdtemp(join(tmpdir(), "understudy-recordings-"));
    const close = () => rm(folder, { recursive: true, force: true });
    return { passing: notesInMemory(), recordings: new FileRecordings(join(folder, "r")), close };
  },
};
const together = stores
  .filter(({ name }) => name === "PostgreSQL")
  .map(({ name, open }) => ({
    name,
    open: async (): Promise<Work> => {
      const { store, remove } = await open();
      if (store.shared === undefined) throw new Error("it is not shared");
      return { ...store.shared, close: remove };
    },
  }));

describe.each([alone, ...together])("$name", ({ open }) => {
  let work: Work;
  beforeAll(async () => {
    work = await open();
  });
  afterAll(() => work.close());

  const note = (id: string, more: Partial<PassingNote> = {}): PassingNote => ({
    id,
    uid: null,
    userCode: null,
    grantId: null,
    until: Date.now() + 60_000,
    consumed: null,
    payload: { for: id },
    ...more,
  });

  test("a note is given to one taker alone", async () => {
    await work.passing.put("way", note("a", { uid: "ana" }));
    const taken = await Promise.all([1, 2, 3].map(() => work.passing.take("way", "a")));
    expect(taken.filter((one) => one !== null)).toMatchObject([
      { id: "a", uid: "ana", payload: { for: "a" } },
    ]);
    expect(await work.passing.take("other way", "a")).toBeNull();
  });

  test("notes of one person make room for each other, and for nobody else's", async () => {
    const until = Date.now() + 60_000;
    await work.passing.put("launch", note("ida", { uid: "ida", until }), 2);
    for (const at of [1, 2, 3])
      await work.passing.put("launch", note(`ana ${at}`, { uid: "ana", until: until + at }), 2);
    const found = await Promise.all(
      ["ida", "ana 1", "ana 2", "ana 3"].map((id) => work.passing.find("launch", "id", id)),
    );
    expect(found.map((one) => one !== null)).toEqual([true, false, true, true]);
  });

  test("a recording is read from any of its lines, in the parts that it was written in, until it is removed", async () => {
    const ref = { environment: { spaceId: "spc_1", environment: "staging" }, id: "rpl_1" } as const;
    const { recordings } = work;
    expect(await recordings.read(ref, 0)).toEqual([]);
    await recordings.add(ref, 0, ['{"a":"ü\\u0000"}', "1", "2"]);
    await recordings.add(ref, 3, ["3"]);
    await recordings.add({ ...ref, id: "rpl_2" }, 0, ["other"]);
    await recordings.add(ref, 4, ["4", "5"]);
    const read = (at: number) => recordings.read(ref, at);
    expect(await Promise.all([0, 1, 3, 5, 6].map(read))).toEqual([
      ['{"a":"ü\\u0000"}', "1", "2"],
      ["1", "2"],
      ["3"],
      ["5"],
      [],
    ]);
    await recordings.remove(ref);
    expect(await read(0)).toEqual([]);
    expect(await recordings.read({ ...ref, id: "rpl_2" }, 0)).toEqual(["other"]);
  });
});
