import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { z } from "zod";
import { limits } from "../../../../src/core/limits.ts";
import { filesIn } from "../../../../src/server/workspace/document-place.ts";
import { JsonDocument } from "../../../../src/server/workspace/json-document.ts";
import { type DocumentKind, parseDocument } from "../../../../src/server/workspace/parse-document.ts";

interface Note {
  schemaVersion: 2;
  title: string;
  lines: string[];
}
const kind: DocumentKind<Note> = {
  schema: z.strictObject({ schemaVersion: z.literal(2), title: z.string(), lines: z.array(z.string()) }),
  version: 2,
  migrations: [{ to: 2, up: ({ name, ...rest }) => ({ ...rest, title: name }) }],
};
const initial: Note = { schemaVersion: 2, title: "new", lines: [] };

let folder: string;
let path: string;
let backups: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "understudy-document-"));
  path = join(folder, "note.json");
  backups = join(folder, ".understudy", "backups");
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const open = () => JsonDocument.open({ path, kind, place: filesIn(folder), initial });

describe("a file that can't be used is refused with its place, and not touched", () => {
  test.each([
    [
      "cut off",
      '{\n  "schemaVersion": 2,\n  "title": "x",\n  "lines": [\n',
      /note\.json, line \d+: is not JSON/,
    ],
    [
      "a comma too many",
      '{\n  "schemaVersion": 2,\n  "title": "x",,\n  "lines": []\n}\n',
      /note\.json, line 3: is not JSON/,
    ],
    ["empty", "", /is not JSON|is empty/],
    ["deeper than it is counted", `["\n,${"[".repeat(100_000)}`, /note\.json: is not JSON/],
    ["not an object", "[]\n", /line 1: must be a JSON object/],
    [
      "a wrong member",
      '{\n  "schemaVersion": 2,\n  "title": "x",\n  "lines": [\n    "a",\n    5\n  ]\n}\n',
      /note\.json, line 6: \/lines\/1 /,
    ],
    [
      "an unknown member",
      '{\n  "schemaVersion": 2,\n  "title": "x",\n  "lines": [],\n  "extra": 1\n}\n',
      /\/extra is not known here/,
    ],
    ["no version", '{\n  "title": "x"\n}\n', /schemaVersion must be a whole number/],
    [
      "a newer version",
      '{\n  "schemaVersion": 3,\n  "title": "x",\n  "lines": []\n}\n',
      /line 2: was written by a newer Understudy/,
    ],
  ])("%s", async (_name, text, message) => {
    await writeFile(path, text);
    await expect(open()).rejects.toThrow(message);
    expect(await readFile(path, "utf8")).toBe(text);
    expect(await readdir(folder)).toEqual(["note.json"]);
  });
});

test("a folder in a document's place is named, and refuses a change until it is gone", async () => {
  const document = await open();
  await rm(path);
  await mkdir(path);
  await expect(document.reload()).rejects.toThrow(/note\.json: is not a plain file/);
  await expect(document.update((draft) => draft.lines.push("ours"))).rejects.toMatchObject({
    code: "conflict",
    message: expect.stringContaining("note.json: is not a plain file"),
  });
  await expect(open()).rejects.toThrow(/note\.json: is not a plain file/);
});

describe("letters", () => {
  const latin = (title: string) =>
    Buffer.from(`{\n  "schemaVersion": 2,\n  "title": "${title}",\n  "lines": []\n}\n`, "latin1");

  test("that are not UTF-8 are refused with their line, and not touched", async () => {
    await writeFile(path, latin("Müller"));
    await expect(open()).rejects.toThrow(/note\.json, line 3: is not UTF-8/);
    expect(await readFile(path)).toEqual(latin("Müller"));
  });

  test("that somebody brings in while it is open are not saved over", async () => {
    const document = await open();
    await writeFile(path, latin("Müller"));
    await expect(document.reload()).rejects.toThrow(/line 3: is not UTF-8/);
    await expect(document.update((draft) => draft.lines.push("ours"))).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining("line 3: is not UTF-8"),
    });
    expect(document.data).toEqual(initial);
    expect(await readFile(path)).toEqual(latin("Müller"));
  });

  test("may begin with a BOM", async () => {
    await writeFile(path, `\uFEFF${JSON.stringify({ ...initial, title: "Müller" })}`);
    const document = await open();
    expect(document.data.title).toBe("Müller");
    expect(await document.reload()).toBe(false);
  });
});

test("an older document is migrated, and a backup of it is kept", async () => {
  const old = '{ "schemaVersion": 1, "name": "old", "lines": ["a"] }\n';
  await writeFile(path, old);
  const document = await open();
  expect(document.data).toEqual({ schemaVersion: 2, title: "old", lines: ["a"] });
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual(document.data);
  const [backup = ""] = await readdir(backups);
  expect(await readFile(join(backups, backup), "utf8")).toBe(old);
});

test("backups of several documents lie in one folder", async () => {
  for (const name of ["a.json", "b.json"]) {
    const place = filesIn(folder);
    await writeFile(join(folder, name), '{ "schemaVersion": 1, "name": "old", "lines": [] }');
    await JsonDocument.open({ path: join(folder, name), kind, place, initial });
  }
  expect(await readdir(backups)).toHaveLength(2);
});

test("a migration that fails leaves the original as it was", async () => {
  const failing: DocumentKind<Note> = {
    ...kind,
    migrations: [
      {
        to: 2,
        up: () => {
          throw new Error("no");
        },
      },
    ],
  };
  expect(() => parseDocument(path, '{ "schemaVersion": 1 }', failing)).toThrow("no");
  const text = '{ "schemaVersion": 1, "name": 5, "lines": [] }\n';
  await writeFile(path, text);
  await expect(open()).rejects.toThrow("/title");
  expect(await readFile(path, "utf8")).toBe(text);
});

test("changes are stored in order, each on top of the one before; one that throws changes nothing", async () => {
  const document = await open();
  const add = (line: string) => document.update((draft) => draft.lines.push(line));
  const failing = document.update((draft) => {
    draft.lines.push("never");
    throw new Error("refused");
  });
  await Promise.all([add("a"), failing.catch(() => undefined), add("b"), add("c")]);
  expect(document.data.lines).toEqual(["a", "b", "c"]);
  expect(JSON.parse(await readFile(path, "utf8")).lines).toEqual(["a", "b", "c"]);
});

describe("a document that is larger than one may be", () => {
  const long = "x".repeat(limits.documentBytes.value);

  test("is not saved, and nothing is done for it", async () => {
    const document = await open();
    let begun = 0;
    const first = async () => {
      begun += 1;
    };
    const change = document.update((draft) => draft.lines.push(long), first);
    await expect(change).rejects.toMatchObject({
      code: "too-large",
      message: expect.stringContaining("more than 64 MiB"),
    });
    const moved = document.updateAndMove(
      (draft) => draft.lines.push(long),
      () => join(folder, "moved"),
    );
    await expect(moved).rejects.toMatchObject({ code: "too-large" });
    // No text can be so long.
    const endless = document.update((draft) => (draft.lines = Array.from({ length: 9 }, () => long)));
    await expect(endless).rejects.toMatchObject({ code: "too-large" });
    expect([document.path, document.data, begun]).toEqual([path, initial, 0]);
    expect(JSON.parse(await readFile(path, "utf8"))).toEqual(initial);
    await document.update((draft) => draft.lines.push("short"), first);
    expect([document.data.lines, begun]).toEqual([["short"], 1]);
  });

  test("is not read, and stays as it is", async () => {
    const text = JSON.stringify({ ...initial, title: long });
    const document = await open();
    await writeFile(path, text);
    await expect(document.reload()).rejects.toThrow(/note\.json: is more than 64 MiB/);
    await expect(document.update((draft) => draft.lines.push("ours"))).rejects.toMatchObject({
      code: "conflict",
    });
    await expect(open()).rejects.toThrow(/note\.json: is more than 64 MiB/);
    expect((await readFile(path)).length).toBe(text.length);
  });
});

describe("a change that gives the folder another name", () => {
  const home = () => join(folder, "here");
  const openIn = async () => {
    await mkdir(home());
    return JsonDocument.open({ path: join(home(), "note.json"), kind, place: filesIn(folder), initial });
  };

  test("takes what waits with it", async () => {
    const document = await openIn();
    const moved = document.updateAndMove(
      (draft) => draft.lines.push("moved"),
      () => join(folder, "there"),
    );
    const after = document.update((draft) => draft.lines.push("after"));
    await Promise.all([moved, after]);
    expect(await readdir(folder)).toContain("there");
    expect(JSON.parse(await readFile(join(folder, "there", "note.json"), "utf8")).lines).toEqual([
      "moved",
      "after",
    ]);
  });

  test("is taken back with the folder where somebody else has edited the file meanwhile", async () => {
    const document = await openIn();
    const moved = document.updateAndMove(
      (draft) => draft.lines.push("ours"),
      () => {
        writeFileSync(document.path, JSON.stringify({ ...initial, title: "theirs" }));
        return join(folder, "there");
      },
    );
    await expect(moved).rejects.toMatchObject({ code: "conflict" });
    expect([document.path, (await readdir(folder)).includes("there")]).toEqual([
      join(home(), "note.json"),
      false,
    ]);
    expect(JSON.parse(await readFile(document.path, "utf8")).title).toBe("theirs");
    await document.reload();
    await document.update((draft) => draft.lines.push("then"));
    expect(document.data).toEqual({ ...initial, title: "theirs", lines: ["then"] });
  });
});

test("memory stays behind a disk that does not take the change", async () => {
  const document = await open();
  await rm(folder, { recursive: true });
  await expect(document.update((draft) => draft.lines.push("a"))).rejects.toMatchObject({
    code: "storage-failed",
  });
  expect(document.data.lines).toEqual([]);
});

test("an edit from outside is taken in before the next change, so neither is lost", async () => {
  const document = await open();
  await writeFile(path, JSON.stringify({ ...initial, title: "theirs" }));
  await document.update((draft) => draft.lines.push("ours"));
  expect(document.data).toEqual({ schemaVersion: 2, title: "theirs", lines: ["ours"] });
});

test("an edit from outside at the very moment of a change is not written over, and is told", async () => {
  let told = 0;
  const document = await JsonDocument.open({
    path,
    kind,
    place: filesIn(folder),
    initial,
    onOutsideEdit: () => (told += 1),
  });
  let edits = 0;
  await document.update((draft) => {
    if (edits === 0) writeFileSync(path, JSON.stringify({ ...initial, title: "theirs" }));
    edits += 1;
    draft.lines.push("ours");
  });
  expect(document.data).toEqual({ schemaVersion: 2, title: "theirs", lines: ["ours"] });
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual(document.data);
  expect(told).toBe(1);
  // An editor that never stops is told, not fought.
  const endless = document.update((draft) => {
    edits += 1;
    writeFileSync(path, JSON.stringify({ ...initial, title: `theirs ${edits}` }));
    draft.lines.push("more");
  });
  await expect(endless).rejects.toMatchObject({ code: "conflict" });
  expect(JSON.parse(await readFile(path, "utf8")).title).toBe(`theirs ${edits}`);
});

test("a file that was taken away is not brought back by a change", async () => {
  const document = await open();
  await rm(path);
  const change = document.update((draft) => draft.lines.push("ours"));
  await expect(change).rejects.toMatchObject({
    code: "storage-failed",
    message: expect.stringContaining("taken away"),
  });
  expect(await readdir(folder)).not.toContain("note.json");
});

test("a file that can't be read makes a change wait for the disk: nothing is said to be wrong with the server", async () => {
  const document = await open();
  await rm(folder, { recursive: true });
  await writeFile(folder, "");
  await expect(document.update((draft) => draft.lines.push("ours"))).rejects.toMatchObject({
    code: "storage-failed",
  });
});

test("what a crash leaves of a write lies outside the folder of the document", async () => {
  const document = await open();
  await document.update((draft) => draft.lines.push("a"));
  expect(await readdir(folder)).toEqual([".understudy", "note.json"]);
  expect(await readdir(join(folder, ".understudy", "writing"))).toEqual([]);
});

test("an invalid edit from outside is neither taken in nor written over", async () => {
  const document = await open();
  await writeFile(path, '{ "schemaVersion": 2,\n oops');
  await expect(document.reload()).rejects.toThrow(/line 2/);
  await expect(document.update((draft) => draft.lines.push("ours"))).rejects.toMatchObject({
    code: "conflict",
  });
  expect(await readFile(path, "utf8")).toBe('{ "schemaVersion": 2,\n oops');
  expect(document.data).toEqual(initial);
});

test("a file that nobody has edited is not decoded again, one that somebody has is", async () => {
  const note = await open();
  const decode = vi.spyOn(TextDecoder.prototype, "decode");
  onTestFinished(() => decode.mockRestore());
  for (const title of ["ä", "b"]) await note.update((draft) => Object.assign(draft, { title }));
  expect(decode).not.toHaveBeenCalled();
  await writeFile(path, (await readFile(path, "utf8")).replace('"b"', '"c"'));
  await note.update(({ title, lines }) => void lines.push(title));
  expect(note.data).toMatchObject({ title: "c", lines: ["c"] });
});
