import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";

const name = page.getByRole("textbox", { name: "Name" });
const blank = page.getByRole("button", { name: "Event: movie/watched" });
const button = (words: string) => page.getByRole("button", { name: words });

/** Begins a Tribe and leaves it; then another is started from an event. */
async function startOver(begun: string) {
  await userEvent.type(name, begun);
  await page.getByRole("link", { name: "Tribes" }).first().click();
  await expect.element(name).not.toBeInTheDocument();
  history.pushState(null, "", "/spaces/cinema/development/tribes/new?event=movie%2Fwatched");
  await expect.element(blank).toBeVisible();
}

it("keeps a Tribe that was begun, where another is started from an event, and takes it back", async () => {
  showConsole(cinemaWithTribes(), "tribes/new");
  await startOver("Film fans");
  await expect.element(page.getByRole("note")).toHaveTextContent("Left unsaved: “Film fans”. Everybody");
  await expect.element(name).toHaveValue("");
  await button("Go on with “Film fans”").click();
  await expect.element(name).toHaveValue("Film fans");
  await expect.element(page.getByRole("note")).toHaveTextContent("Left unsaved: a Tribe without a name. ");
  await button("Go on with a Tribe without a name").click();
  await expect.element(blank).toBeVisible();
});

it("lets it go where that is asked, with a way back", async () => {
  showConsole(cinemaWithTribes(), "tribes/new");
  await startOver("Film fans");
  await button("Discard “Film fans”").click();
  await expect.element(page.getByRole("note")).not.toBeInTheDocument();
  await button("Undo").click();
  await expect.element(page.getByRole("note")).toHaveTextContent("Left unsaved: “Film fans”.");
});

it("keeps what another tab put aside apart", async () => {
  const first = showConsole(cinemaWithTribes(), "tribes/new");
  await startOver("Of the first tab");
  first.leave();
  const second = showConsole(cinemaWithTribes(), "tribes/new");
  await startOver("Of the second tab");
  await expect.element(page.getByRole("note")).toHaveTextContent("“Of the second tab”");
  second.leave();
  const kept = Object.values(localStorage).filter((text) => text.includes("Of the "));
  expect(kept).toHaveLength(2);
});

it("keeps what was put aside until it is kept elsewhere: not where the browser has no room", async () => {
  showConsole(cinemaWithTribes(), "tribes/new");
  await startOver("Film fans");
  await button("Discard edit").click();
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await button("Go on with “Film fans”").click();
  await expect.element(name).toHaveValue("Film fans");
  expect(Object.values(localStorage).filter((text) => text.includes("Film fans"))).toHaveLength(1);
});

it("stays with the Tribe that was begun where the browser has no room to put it aside, and says so", async () => {
  showConsole(cinemaWithTribes(), "tribes/new");
  await userEvent.type(name, "Film fans");
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(() => {
    throw new DOMException("full", "QuotaExceededError");
  });
  await page.getByRole("link", { name: "Tribes" }).first().click();
  await expect.element(name).not.toBeInTheDocument();
  history.pushState(null, "", "/spaces/cinema/development/tribes/new?event=movie%2Fwatched");
  await expect.element(page.getByText(/^No room in this browser to keep “Film fans”/)).toBeVisible();
  await expect.element(name).toHaveValue("Film fans");
});
