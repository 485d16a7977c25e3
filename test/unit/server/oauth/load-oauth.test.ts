import { expect, it, vi } from "vitest";
import { loadOauth } from "../../../../src/server/oauth/load-oauth.ts";

it("loads sign-in without words about Node in the operator's terminal, and gives the console back", async () => {
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const before = console.warn;
  const { oauthServer } = await loadOauth();
  expect(oauthServer).toBeTypeOf("function");
  expect(warn).not.toHaveBeenCalled();
  expect(console.warn).toBe(before);
  warn.mockRestore();
});
