import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { etagOf } from "../../../src/core/etag.ts";
import { Problem } from "../../../src/core/problem.ts";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";
import { collection, servedVersion } from "../../unit/renderer/collections/fakes.ts";

it.each([
  ["what a colleague published meanwhile", 7],
  ["what a snapshot brought back, whose history ends before what one looked at,", 3],
])("%s is not unpublished unseen", async (_, now) => {
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
    .answer("getPublication", ({ params }) => {
      const version = Number(params.version);
      if (version > served)
        throw new Problem("not-found", `Homepage has no version ${version} in Development.`);
      return servedVersion(version);
    })
    .answer("unpublish", ({ ifMatch }) => {
      if (ifMatch !== null && ifMatch !== etagOf(servedVersion(served)))
        throw new Problem("stale", "It has changed.");
      return undefined as never;
    });
  showConsole(api, "collections/homepage?unpublish=1");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Development serves version 6 now.")).toBeVisible();
  served = now;
  const button = dialog.getByRole("button", { name: "Unpublish from Development" });
  await button.click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent(
      `Version ${now} was published since you looked, so nothing was unpublished. Press “Unpublish from Development” again to take that one away.`,
    );
  await expect.element(dialog.getByText(`Development serves version ${now} now.`)).toBeVisible();
  await button.click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(api.asked("unpublish").map(({ ifMatch }) => ifMatch)).toEqual(
    (now === 7 ? [6, 7] : [now]).map((one) => etagOf(servedVersion(one))),
  );
});

it("what one looked at is not said to be newer where it can't be read what is served", async () => {
  const { status } = collection("homepage");
  const published = { state: "published", version: 6, publishedAt: stamps.createdAt } as const;
  const homepage = collection("homepage", { status: { ...status, development: published } });
  const api = emptyCinema()
    .answer("listCollections", { data: [homepage], next: null })
    .answer("getMatches", { at: stamps.createdAt, checked: 0, of: 0, sampled: false, experiences: {} })
    .answer("getPublication", servedVersion(6))
    .refuse("unpublish", "stale", "It has changed.");
  showConsole(api, "collections/homepage?unpublish=1");
  const dialog = page.getByRole("dialog");
  await expect.element(dialog.getByText("Development serves version 6 now.")).toBeVisible();
  api.refuse("listCollections", "internal-error", "The disk is full.");
  await dialog.getByRole("button", { name: "Unpublish from Development" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("The disk is full.");
});
