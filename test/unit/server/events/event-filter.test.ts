import { expect, test } from "vitest";
import type { SpaceDocument } from "../../../../src/core/documents.ts";
import { eventFilters } from "../../../../src/core/event.ts";
import { eventQuery } from "../../../../src/server/events/event-filter.ts";

const one = (id: string, key: string) => ({ id, key });
const collection = (key: string, ...experiences: object[]) => ({ key, experiences, sections: [] });
const space = {
  collections: [
    collection("home", one("exp_1", "hero"), one("hero", "banner")),
    collection("promo", one("exp_2", "hero"), one("exp_3", "offer")),
  ],
} as unknown as SpaceDocument;

test.each([
  ["an id goes before a key that is the same, though that is of several", "hero", "hero"],
  ["a key that one has", "offer", "exp_3"],
  ["a key of its Collection", "promo.hero", "exp_2"],
  ["what names nothing, as the id of one that is gone", "gone", "gone"],
])("%s: %s", (_, experience, id) => {
  const filters = eventFilters.parse({ experience });
  expect(eventQuery(space, { spaceId: "s", environment: "staging" }, filters).experience).toBe(id);
});
