import { expect, it } from "vitest";
import { newestOf } from "../../../../src/renderer/overview/OverviewPage.tsx";

const made = (id: string, publishedAt: string) =>
  ({ collection: {}, publication: { id, publishedAt } }) as never;
const ids = (histories: readonly (readonly never[])[]) =>
  newestOf(histories).map(({ publication }) => publication.id);

it("has every publication, not the last of each environment alone, and no more than five", () => {
  const history = ["9", "8", "7", "6"].map((hour) => made(`a${hour}`, `2026-11-20T0${hour}:00Z`));
  expect(ids([history, [made("b", "2026-11-20T08:30Z"), made("c", "2026-11-20T01:00Z")]])).toEqual([
    "a9",
    "b",
    "a8",
    "a7",
    "a6",
  ]);
});

it("keeps the order in which an environment's were made, where the clock was set back between them", () => {
  const after = made("second", "2026-11-20T08:00Z");
  const before = made("first", "2026-11-28T08:00Z");
  expect(ids([[after, before], [made("other", "2026-11-21T08:00Z")]])).toEqual(["other", "second", "first"]);
});
