import { expect, it } from "vitest";
import { urlOf } from "../../../src/server/url-of.ts";

it("an address is one however often that was asked", () => {
  // Node 20's `URL.canParse` says no from some 7,000 times on.
  for (let asked = 0; asked < 20_000; asked += 1)
    if (urlOf("http://münchen.de") === null) expect(asked).toBe("never");
  expect(urlOf("/a", "http://a.de")?.href).toBe("http://a.de/a");
  expect([urlOf("münchen.de"), urlOf(""), urlOf("http://a b")]).toEqual([null, null, null]);
});
