import { expect, it, vi } from "vitest";
import { PageNotFetched, tellCaught } from "../../../../src/renderer/app/ErrorBoundary.tsx";

it("tells the browser's console of a page that broke, and not of one that a lost server did not send", () => {
  const error = vi.spyOn(console, "error").mockImplementation(() => {});
  tellCaught(new PageNotFetched("A page could not be fetched."));
  expect(error).not.toHaveBeenCalled();
  const broke = new Error("broke");
  tellCaught(broke);
  expect(error).toHaveBeenCalledExactlyOnceWith(broke);
  error.mockRestore();
});
