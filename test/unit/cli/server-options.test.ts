import { describe, expect, it } from "vitest";
import { serverOptions } from "../../../src/cli/server-options.ts";
import { defaultDataDir } from "../../../src/server/locator.ts";

describe("serverOptions", () => {
  it("takes the system's data folder where none is named", () => {
    expect(serverOptions({}, {})).toMatchObject({
      dataDir: defaultDataDir(),
      port: undefined,
      token: undefined,
    });
  });

  it.each([
    ["16 characters", "x".repeat(16), "x".repeat(16)],
    ["an empty one, which is none", "", undefined],
    ["blanks alone, which are none", " \n", undefined],
    ["one with a line's end, as files have it", `${"x".repeat(16)}\r\n`, "x".repeat(16)],
  ])("UNDERSTUDY_TOKEN: %s", (_name, token, want) => {
    expect(serverOptions({ data: "/a" }, { UNDERSTUDY_TOKEN: token }).token).toBe(want);
  });

  it("refuses a token of 15 characters, and does not print it", () => {
    const token = "secret-secret-s";
    const start = () => serverOptions({ data: "/a" }, { UNDERSTUDY_TOKEN: token });
    expect(start).toThrow(/16 characters or more; it has 15/);
    expect(start).not.toThrow(token);
  });

  it.each(["secret secret secret", "secret\nsecret-secret", "sécret-secret-secret"])(
    "refuses %j, which no request can carry, and does not print it",
    (token) => {
      const start = () => serverOptions({ data: "/a" }, { UNDERSTUDY_TOKEN: token });
      expect(start).toThrow(/which no request can carry/);
      expect(start).not.toThrow(token);
    },
  );
});
