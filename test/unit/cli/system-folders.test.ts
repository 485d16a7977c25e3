import { homedir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { configFolder } from "../../../src/cli/config-folder.ts";
import { defaultDataDir } from "../../../src/server/locator.ts";

afterEach(() => vi.unstubAllEnvs());

test.runIf(process.platform === "linux").each(["", "relative/folder"])(
  "XDG's folders count for nothing where they are %j: nothing is made where a command happens to run",
  (value) => {
    vi.stubEnv("XDG_DATA_HOME", value);
    vi.stubEnv("XDG_CONFIG_HOME", value);
    expect(defaultDataDir()).toBe(join(homedir(), ".local/share/understudy"));
    expect(configFolder({ XDG_CONFIG_HOME: value })).toBe(join(homedir(), ".config/understudy"));
  },
);
