import { expect, it } from "vitest";
import { urlOf } from "../../../src/server/url-of.ts";

it("an address is one however often that was asked", () => {
  // Node's `URL.canParse` says no from some 7,000 times on.
  expect(Array.from({ length: 20_000 }, () => urlOf("http://münchen.de"))).not.toContain(null);
  expect(urlOf("/a", "http://a.de")?.href).toBe("http://a.de/a");
  expect([urlOf("münchen.de"), urlOf(""), urlOf("http://a b")]).toEqual([null, null, null]);
});
