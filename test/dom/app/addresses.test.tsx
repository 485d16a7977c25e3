import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each([
  ["preview/nobody", "Open Preview", "/preview"],
  ["settings/tokens", "Open Settings", "/settings"],
  ["users/ana-ribeiro/more", "Open Users", "/users"],
  ["collections/homepage/body/drama-week/more", "Open Collections", "/collections"],
  ["collections/nope", "Show all Collections", "/collections"],
  ["collections/types/nope", "Show all Experience types", "/collections/types"],
  ["collections/types/hero/more", "Show all Experience types", "/collections/types"],
  ["collections/homepage/nope", "Show Homepage", "/collections/homepage"],
] as const)("%s is nothing, and leads to what it would be in", async (path, way, end) => {
  showConsole(await fullCinema(), path);
  await expect.element(page.getByRole("heading", { name: "Nothing at this address" })).toBeVisible();
  const link = page.getByRole("main").getByRole("link", { name: way, exact: true });
  await expect.element(link).toHaveAttribute("href", `/spaces/cinema/development${end}`);
});

it("Preview of a Collection leads to the Preview", async () => {
  showConsole(await fullCinema(), "collections/homepage");
  await page.getByRole("main").getByRole("link", { name: "Preview" }).click();
  await expect.element(page.getByRole("heading", { name: "Preview", level: 1 })).toBeVisible();
});

it("a file that the code has not is said not to be there, and no other one is shown for it", async () => {
  showConsole(await fullCinema(), "code?file=cinema%2Fgone.ts");
  const said = page.getByRole("heading", { name: "There is no file “cinema/gone.ts” here" });
  await expect.element(said).toBeVisible();
  await page.getByRole("treeitem", { name: "index.ts", exact: true }).click();
  await expect.element(said).not.toBeInTheDocument();
  await expect.element(page.getByRole("treeitem", { selected: true })).toHaveTextContent("index.ts");
});

it.each([
  ["code?target=browser.cobol", "“target=browser.cobol”"],
  ["preview?at=2026-13-45&compare=nope", "“at=2026-13-45” and “compare=nope”"],
  ["collections/homepage?tab=x", "“tab=x”"],
  ["tribes/new?as=ana", "“as=ana”"],
  ["tribes?sort=x", "“sort=x”"],
  ["users?kind=known&sort=x&order=up", "“sort=x” and “order=up”"],
  ["events?from=yesterday&where=x&status=accepted", "“from=yesterday” and “where=x”"],
] as const)("%s: what means nothing is named", async (path, named) => {
  showConsole(await fullCinema(), path);
  const said = `The address has ${named}, which means nothing here and is left out.`;
  await expect.element(page.getByText(said)).toBeVisible();
});
