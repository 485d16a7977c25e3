import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keychain } from "../../../src/main/keychain.ts";
import { freshComputer } from "../../helpers/desktop.ts";
import { safeStorage } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));

let leave: () => void;
const { platform } = process;
const onPlatform = (value: string) => Object.defineProperty(process, "platform", { value });
beforeEach(() => {
  ({ leave } = freshComputer());
});
afterEach(() => {
  onPlatform(platform);
  leave();
});

describe("the system's keychain", () => {
  it("seals a text, and opens it again", async () => {
    const sealed = await keychain.seal("ghs_é secret");
    expect(sealed).toMatch(/^[A-Za-z0-9+/]+=*$/);
    expect(Buffer.from(String(sealed), "base64").toString()).not.toContain("secret");
    expect(await keychain.open(String(sealed))).toBe("ghs_é secret");
  });

  const none: readonly [string, string, Partial<typeof safeStorage>, boolean][] = [
    ["is locked", "darwin", { isThere: false }, false],
    ["is Linux's password that everybody knows", "linux", { backend: "basic_text" }, false],
    ["seals with that password all the same", "linux", { backend: "gnome_libsecret", mark: "v10" }, false],
    ["is macOS's, whose mark that is, too", "darwin", { mark: "v10" }, true],
    ["is Linux's own", "linux", { backend: "kwallet6" }, true],
    ["is another system's, which knows no backends", "win32", { backend: "basic_text" }, true],
  ];
  it.each(none)("seals nothing where it is none: %s", async (_, system, state, want) => {
    onPlatform(system);
    Object.assign(safeStorage, state);
    expect((await keychain.seal("text")) !== null).toBe(want);
  });

  it("leaves shut what another user sealed, and what is no seal", async () => {
    const sealed = String(await keychain.seal("text"));
    safeStorage.owner = "bo";
    expect([await keychain.open(sealed), await keychain.open("nonsense")]).toEqual([null, null]);
  });
});
