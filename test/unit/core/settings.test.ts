import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { isWritableTime, timestamp, writtenTime } from "../../../src/core/primitives.ts";
import { fieldErrors } from "../../../src/core/problem.ts";
import { clockSetting, gitHubClient } from "../../../src/core/settings.ts";
import { urlOf } from "../../../src/server/url-of.ts";

const takes = (baseUrl: string) => gitHubClient.safeParse({ clientId: "x", baseUrl }).success;

it.each([
  [{}, [{ path: "/mode", detail: "must be one of system, offset, frozen" }]],
  [{ mode: "later" }, [{ path: "/mode", detail: "must be one of system, offset, frozen" }]],
  [{ mode: "offset" }, [{ path: "/seconds", detail: "is missing" }]],
  ["system", [{ path: "", detail: "must be an object" }]],
])("says what is wrong with a clock: %j", (given, want) => {
  const { error } = clockSetting.safeParse(given);
  expect(error && fieldErrors(error)).toEqual(want);
});

describe("the address of a GitHub", () => {
  it.each([
    ["https://github.com", true],
    ["https://github.example.com:8443", true],
    ["https://10.0.0.12", true],
    ["http://127.0.0.1:3999", true],
    ["https://x:99999", false],
    ["http://localhost:65536", false],
    ["https://..", false],
    ["https://999.1.1.1", false],
    ["https://1.2.3.4.5", false],
    ["https://github.com/path", false],
    ["http://github.com", false],
    ["https://xn--a.com", false],
    ["https://a.xn--", false],
    ["https://github.0x7f", false],
  ])("%s: %s", (baseUrl, want) => expect(takes(baseUrl)).toBe(want));

  it("is never one that URL cannot read", () => {
    const parts = fc.array(
      fc.constantFrom("a", "xn--", "x", "0", "9", ".", "-", ":", "256", "65535", "65536", "g"),
      {
        maxLength: 12,
      },
    );
    fc.assert(
      fc.property(parts, (some) => {
        const address = `https://${some.join("")}`;
        return !takes(address) || urlOf(address) !== null;
      }),
      { numRuns: 2000 },
    );
  });
});

test("a time is one that can be written in UTC, whatever its offset", () => {
  for (const text of ["9999-12-31T23:59:59.999Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59+01:00"])
    expect(timestamp.safeParse(text).success).toBe(true);
  for (const text of ["9999-12-31T23:59:59-23:59", "0000-01-01T00:00:00+00:01", "2026-11-20", ""])
    expect(timestamp.safeParse(text).error?.issues[0]?.message).toMatch(/^must be an RFC 3339 time/);
  expect(writtenTime(Number.MAX_SAFE_INTEGER)).toBe("9999-12-31T23:59:59.999Z");
  expect(isWritableTime(Date.parse(writtenTime(-Number.MAX_SAFE_INTEGER)))).toBe(true);
});
