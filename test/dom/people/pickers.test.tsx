import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it.each([
  ["preview", "Preview as", "Find a user or persona"],
  ["tribes/binge-watchers", "Tried as", "User, visitor or persona"],
])("on %s, what was typed for “%s” is taken by Enter: a persona by its name", async (path, opener, label) => {
  showConsole(await fullCinema(), path);
  const button = page.getByRole("button", { name: opener });
  await button.click();
  await userEvent.type(page.getByRole("combobox", { name: label }), "gold binge");
  await expect.element(page.getByRole("option", { name: /Gold binge watcher/i })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(button).toHaveAccessibleName(/Gold binge watcher/i);
});

it("takes nobody who was found for other letters, while the server looks", async () => {
  const api = await fullCinema();
  showConsole(api, "preview");
  await page.getByRole("button", { name: "Preview as" }).click();
  await expect.element(page.getByRole("option", { name: "yuki-mori" })).toBeVisible();
  api.hold("listUsers");
  await userEvent.type(page.getByRole("combobox", { name: "Find a user or persona" }), "nobody-yet");
  await expect.element(page.getByRole("option", { name: "yuki-mori" })).not.toBeInTheDocument();
  await expect.element(page.getByText("Looking…")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect
    .element(page.getByRole("button", { name: "Preview as" }))
    .not.toHaveAccessibleName(/yuki-mori/);
  await expect
    .element(page.getByRole("combobox", { name: "Find a user or persona" }))
    .toHaveValue("nobody-yet");
});
