import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { Role } from "../../../src/core/organization.ts";
import { emptyCinema, meAs } from "../../helpers/dom/cinema-place.ts";
import { showConsole } from "../../helpers/dom/show.tsx";

const asked = () => page.getByText("ask an owner for the role of editor");

it.each([
  ["editor", "viewer"],
  ["viewer", "editor"],
] satisfies [Role, Role][])(
  "an open page of whoever was %s hears that they are %s now",
  async (before, now) => {
    const api = emptyCinema().answer("getMe", meAs(before));
    showConsole(api, "tribes");
    const shown = { editor: page.getByRole("button", { name: "New Tribe" }).first(), viewer: asked() };
    await expect.element(shown[before]).toBeVisible();
    api.answer("getMe", meAs(now));
    await expect.element(shown[now]).toBeVisible();
  },
);
