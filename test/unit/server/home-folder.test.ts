import { expect, test, vi } from "vitest";
import { homeFolder } from "../../../src/server/home-folder.ts";

const system = vi.hoisted(() => ({ home: "", known: "/home/ana" as string | null }));
vi.mock("node:os", () => {
  const known = () => {
    if (system.known === null) throw new Error("uv_os_homedir returned ENOENT");
    return system.known;
  };
  // As Node's: HOME as it is, else what the system knows.
  return {
    homedir: () => (system.home === "unset" ? known() : system.home),
    userInfo: () => ({ homedir: known() }),
  };
});

test.each([
  ["/srv/ana", "/home/ana", "/srv/ana"],
  ["unset", "/home/ana", "/home/ana"],
  ["", "/home/ana", "/home/ana"],
  ["ana", "/home/ana", "/home/ana"],
  ["/srv/ana", null, "/srv/ana"],
])("HOME %j, where the system knows %j: %s", (home, known, want) => {
  Object.assign(system, { home, known });
  expect(homeFolder()).toBe(want);
});

test.each(["unset", ""])("HOME %j, where the system knows none: says what to set", (home) => {
  Object.assign(system, { home, known: null });
  expect(homeFolder).toThrow(/^There is no home folder: HOME is not set/);
});
