import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

it("says that there is nothing to publish", async () => {
  showConsole(await fullCinema(), "collections/player?publish=draft");
  await expect
    .element(page.getByText("Nothing to publish: Development already serves exactly this draft."))
    .toBeVisible();
});
