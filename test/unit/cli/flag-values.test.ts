import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseFolder, parseFolderOrStore } from "../../../src/cli/flag-values.ts";

const address = "postgresql://ana:secret@db.example/understudy";
const noFolder = /must name a folder\. A database's address goes with --store; pg_dump backs it up/;

test.each([address, "postgres://db.example/understudy", "postgresql://a b"])("%s is no folder", (value) => {
  expect(() => parseFolder(value)).toThrow(noFolder);
});

test("where either is taken, an address that can't be one is no folder", () => {
  expect(parseFolderOrStore(address)).toBe(address);
  expect(parseFolderOrStore("understudy")).toBe(resolve("understudy"));
  expect(() => parseFolderOrStore("postgresql://a b")).toThrow(/must be an address such as postgresql:/);
});
