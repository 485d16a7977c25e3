import { resolve } from "node:path";
import { expect, test } from "vitest";
import { parseFolder, parseFolderOrStore, parseStore } from "../../../src/cli/flag-values.ts";

const address = "postgresql://ana:secret@db.example/understudy";
const noFolder = /must name a folder\. A database's address goes with --store; pg_dump backs it up/;

test.each([address, "postgres://db.example/understudy", "postgresql://a b"])("%s is no folder", (value) => {
  expect(() => parseFolder(value)).toThrow(noFolder);
});

test("where either is taken, an address that can't be one is no folder", () => {
  expect(parseFolderOrStore(address)).toBe(address);
  expect(parseFolderOrStore("understudy")).toBe(resolve("understudy"));
  expect(() => parseFolderOrStore("postgresql://a b")).toThrow(/must be one such as postgresql:/);
});

test.each([
  [`${address}?sslmode=bogus`, "must have an sslmode that there is: disable, allow, prefer"],
  [`${address}?sslmode=require&sslmode=`, "must have an sslmode that there is"],
  [`${address}%00`, "must have no %00 in a name or password"],
  ["postgresql://ana:sec%00ret@db.example/understudy", "must have no %00 in a name or password"],
])("%s is refused before anything is tried, and its password is not repeated", (value, want) => {
  expect(() => parseStore(value)).toThrow(want);
  expect(() => parseStore(value)).not.toThrow(/secret|is invalid/);
});

test.each(["?sslmode=require", "?sslmode=no-verify&connect_timeout=3", "-100%", "%23"])(
  "an address that ends in %s is taken",
  (end) => {
    expect(parseStore(address + end)).toBe(address + end);
  },
);
