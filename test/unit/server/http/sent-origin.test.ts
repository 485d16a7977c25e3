import { expect, it } from "vitest";
import { spaceDocument } from "../../../../src/core/documents.ts";
import { allowsOrigin } from "../../../../src/server/http/sent-origin.ts";
import { emptySpace } from "../../../../src/server/workspace/first-workspace.ts";

it("an origin that an older version has stored still loads, and holds for what browsers send", () => {
  const document = emptySpace({ orgId: "org_1", key: "a", name: "A", at: "2026-11-20T09:00:00.000Z" });
  const stored = ["https://EXAMPLE.com:443", "https://example.com:99999", "http://münchen.de"];
  const { space } = spaceDocument.parse({
    ...document,
    space: { ...document.space, allowedOrigins: stored },
  });
  const allows = (origin: string) => allowsOrigin(space.allowedOrigins, origin);
  expect(["https://example.com", "http://xn--mnchen-3ya.de"].map(allows)).toEqual([true, true]);
  expect(["https://example.com:8443", "http://example.com", "null"].map(allows)).toEqual([
    false,
    false,
    false,
  ]);
  expect([allowsOrigin(["*"], "https://a"), allowsOrigin(["*"], "null")]).toEqual([true, false]);
});
