import { useState } from "react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { contentOf } from "../../../src/core/publication.ts";
import { History } from "../../../src/renderer/collections/publish/History.tsx";
import { emptyCinema, stamps } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";
import { homepage } from "../../unit/renderer/collections/fakes.ts";

const publication = (version: number) => ({
  id: `pub_${version}`,
  collectionId: "col_homepage",
  environment: "development" as const,
  version,
  publishedAt: stamps.createdAt,
  publishedBy: "Ida Kessler",
  note: null,
});

/** A history of two pages; the older one is answered when it is let go. */
function history() {
  let letGo = () => {};
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const api = emptyCinema().answer("listPublications", async ({ query }) => {
    if (query.cursor === undefined) return { data: [publication(2)], next: "older" };
    await held;
    return { data: [publication(1)], next: null };
  });
  return { api, letGo: () => letGo() };
}
const older = () => page.getByRole("button", { name: "Show older versions" });
const versions = () =>
  page
    .getByRole("rowheader")
    .elements()
    .map((one) => one.textContent);

it("shows each older version once, however often it is asked for", async () => {
  const { api, letGo } = history();
  showPart(api, <History collection={homepage()} />);
  await older().dblClick();
  letGo();
  await expect.poll(versions).toEqual(["2", "1"]);
  await expect.poll(() => older().elements().length).toBe(0);
  expect(versions()).toEqual(["2", "1"]);
});

it("says why older versions could not be read, beside what is there", async () => {
  const { api } = history();
  showPart(api, <History collection={homepage()} />);
  await older().click({ trial: true });
  api.refuse("listPublications", "conflict", "The history is being moved.");
  await older().click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("The history is being moved.");
  expect(versions()).toEqual(["2"]);
});

it("shows what was published elsewhere, as soon as the Collection says that something was", async () => {
  const made = [publication(1)];
  const api = emptyCinema().answer("listPublications", () => ({ data: made.toReversed(), next: null }));
  showPart(api, <ServingNewest made={made} />);
  await expect.poll(versions).toEqual(["1"]);
  made.push(publication(2), publication(3));
  await page.getByRole("button", { name: "Read the Collection again" }).click();
  await expect.poll(versions).toEqual(["3", "2", "1"]);
});

it("calls what a version served by the names that it had, though the draft has it no more", async () => {
  const draft = { ...homepage(), sections: [] };
  const api = emptyCinema()
    .answer("listPublications", { data: [publication(1)], next: null })
    .answer("getPublication", { publication: publication(1), content: contentOf(homepage(), []) });
  showPart(api, <History collection={draft} />);
  await page.getByRole("button", { name: "Show version 1" }).click();
  const served = page.getByRole("region", { name: "What it served" });
  await expect.element(served.getByText("drama, family")).toBeVisible();
  expect(served.element().textContent).not.toContain("exp_");
});

/** A history whose Collection is as it was when it was last read. */
function ServingNewest({ made }: { readonly made: readonly { readonly version: number }[] }) {
  const [version, setVersion] = useState(made.length);
  const collection = homepage();
  const served = {
    ...collection.status.development,
    version,
    publishedAt: `2026-11-20T14:32:0${version}.000Z`,
  };
  return (
    <>
      <button type="button" onClick={() => setVersion(made.length)}>
        Read the Collection again
      </button>
      <History collection={{ ...collection, status: { ...collection.status, development: served } }} />
    </>
  );
}
