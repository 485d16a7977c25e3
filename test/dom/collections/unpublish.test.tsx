import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { etagOf } from "../../../src/core/etag.ts";
import { Problem } from "../../../src/core/problem.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { collection, servedVersion } from "../../unit/renderer/collections/fakes.ts";

it("what a colleague published meanwhile is not unpublished unseen", async () => {
  let served = 6;
  const { status } = collection("homepage");
  const api = emptyCinema()
    .answer("listCollections", () => ({
      data: [
        collection("homepage", {
          name: "Homepage",
          status: {
            ...status,
            development: { state: "published", version: served, publishedAt: stamps.createdAt },
          },
        }),
      ],
      next: null,
    }))
    .answer("listExperienceTypes", { data: [], next: null })
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} })
    .answer("getPublication", ({ params }) => servedVersion(Number(params.version)))
    .answer("unpublish", ({ ifMatch }) => {
      if (ifMatch !== null && ifMatch !== etagOf(servedVersion(served)))
        throw new Problem("stale", "It has changed.");
      return undefined as never;
    });
  showConsole(api, "collections/homepage?unpublish=1");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Development serves version 6 now.")).toBeVisible();
  served = 7;
  const button = dialog.getByRole("button", { name: "Unpublish from Development" });
  await button.click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent(
      /^Version 7 was published since you looked, so nothing was unpublished\. Press “Unpublish from Development” again to take that one away\.$/,
    );
  await expect.element(dialog.getByText("Development serves version 7 now.")).toBeVisible();
  await button.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.asked("unpublish").map(({ ifMatch }) => ifMatch)).toEqual(
    [6, 7].map((one) => etagOf(servedVersion(one))),
  );
});
