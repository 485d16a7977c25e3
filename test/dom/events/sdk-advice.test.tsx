import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { EventFacts } from "../../../src/renderer/events/EventFacts.tsx";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

it("says of an event whose SDK has no session.start yet that it is so old", async () => {
  const event = {
    id: "e1",
    sequence: 1,
    name: "movie/watched",
    time: stamps.createdAt,
    receivedAt: stamps.createdAt,
    metadata: {},
    source: "sdk",
    status: "accepted",
  } as const;
  const sdk = (version: string) => ({ name: "ios", version });
  showPart(
    emptyCinema(),
    <>
      <EventFacts event={{ ...event, sdk: sdk("0.1.0") }} onAdd={() => {}} />
      <EventFacts event={{ ...event, sdk: sdk("0.3.0") }} onAdd={() => {}} />
    </>,
  );
  await expect.element(page.getByText("ios 0.3.0")).toBeVisible();
  await expect.element(page.getByTitle("ios 0.1.0").getByText("has no session.start")).toBeVisible();
  expect(page.getByText("has no session.start").elements()).toHaveLength(1);
});
