import { describe, expect, it } from "vitest";
import { desktopArguments } from "../../../src/cli/desktop-arguments.ts";
import { desktopOptions } from "../../../src/main/desktop-options.ts";

describe("desktopOptions", () => {
  it.each([
    [
      "all of them",
      { dataDir: "/a b", port: 0, sdkPort: 5000, seed: "demo", clock: "2026-12-24T18:00:00Z", lan: true },
    ],
    [
      "the folder alone",
      { dataDir: "/a", port: undefined, sdkPort: undefined, seed: undefined, clock: undefined, lan: false },
    ],
  ])("reads what the launcher passes on: %s", (_name, options) => {
    expect(desktopOptions(desktopArguments(options), {})).toEqual({ ...options, token: undefined });
  });

  it("takes the token from the environment, and leaves Chromium's arguments alone", () => {
    const options = desktopOptions(["--data=/a", "--ozone-platform=x11", "--inspect"], {
      UNDERSTUDY_TOKEN: "t".repeat(16),
    });
    expect(options).toMatchObject({ dataDir: "/a", token: "t".repeat(16) });
  });
});
