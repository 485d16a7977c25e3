import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Role } from "../../../src/core/organization.ts";
import { emptyCinema, meAs, space } from "../../helpers/dom/cinema-place.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";

const made = { ...space, id: "spc_2", key: "radio-plays", name: "Radio Plays" };

const typeName = async () => {
  await page.getByRole("button", { name: /^Space Cinema/ }).click();
  await page.getByRole("menuitem", { name: "New Space…" }).click();
  await page.getByRole("dialog").getByLabelText("Name").fill("Radio Plays");
};

it("makes a Space and goes there", async () => {
  const api = emptyCinema().answer("createSpace", () => {
    api.answer("listSpaces", { data: [space, made], next: null });
    return made;
  });
  const { leave } = showConsole(api, "overview");
  await typeName();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.pathname).toBe("/spaces/radio-plays/development/overview");
  await expect.element(page.getByText("Waiting for your first event")).toBeVisible();
  expect(api.asked("createSpace")).toMatchObject([{ body: { orgId: "org_1", name: "Radio Plays" } }]);
  leave();
  showConsole(api, "/");
  await expect.poll(() => location.pathname).toBe("/spaces/radio-plays/development/overview");
});

it("says that it is being sent where the answer takes longer than a moment, and sends it once", async () => {
  const api = emptyCinema().answer("createSpace", made);
  const held = api.hold("createSpace");
  showConsole(api, "overview");
  await typeName();
  await userEvent.keyboard("{Enter}");
  const button = page.getByRole("dialog").getByRole("button", { name: "Sending…" });
  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await userEvent.keyboard("{Enter}");
  held.release();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(api.asked("createSpace")).toHaveLength(1);
});

it("keeps what was typed where the server refuses it, and says why", async () => {
  const api = emptyCinema().refuse("createSpace", "conflict", "There is a Space of that key already.");
  showConsole(api, "overview");
  await typeName();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("There is a Space of that key already.")).toBeVisible();
  await expect.element(page.getByRole("dialog").getByLabelText("Name")).toHaveValue("Radio Plays");
});

it("can be made however many Spaces there are, and each of them can be reached", async () => {
  const many = Array.from({ length: 60 }, (_, at) => ({
    ...space,
    id: `spc_more_${at}`,
    key: `s-${at}`,
    name: `Space ${at}`,
  }));
  showConsole(emptyCinema().answer("listSpaces", { data: [space, ...many], next: null }), "overview");
  await page.getByRole("button", { name: /^Space Cinema/ }).click();
  await expect.element(page.getByRole("menuitem", { name: "New Space…" })).toBeInViewport({ ratio: 1 });
  expect(await axeFindings("spaces")).toEqual([]);
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await expect.element(page.getByRole("menuitemradio", { name: "Space 59" })).toBeInViewport({ ratio: 1 });
  await page.getByRole("menuitem", { name: "New Space…" }).click();
  await expect.element(page.getByRole("dialog").getByLabelText("Name")).toBeVisible();
});

it("asks in which organization where there are several in which one may make one, first in that of this Space", async () => {
  const api = emptyCinema().answer("createSpace", made);
  const inOrganizations = (...roles: readonly Role[]) => {
    const organizations = roles.map((role, at) => ({ id: `org_${at}`, name: `Org ${at}`, role }));
    api.answer("getMe", { ...meAs("owner"), organizations });
  };
  const which = page.getByRole("dialog").getByRole("combobox", { name: "Organization" });
  inOrganizations("viewer", "owner", "viewer");
  const { leave } = showConsole(api, "overview");
  await typeName();
  expect(which.elements()).toEqual([]);
  leave();
  inOrganizations("editor", "owner", "viewer");
  showConsole(api, "overview");
  await typeName();
  await expect.element(which).toHaveTextContent("Org 1");
  await which.click();
  await expect
    .poll(() =>
      page
        .getByRole("option")
        .elements()
        .map((one) => one.textContent),
    )
    .toEqual(["Org 0", "Org 1"]);
  await userEvent.keyboard("{Escape}");
  await choose(which, "Org 0");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create/ })
    .click();
  expect(await sent(api, "createSpace")).toEqual({ orgId: "org_0", name: "Radio Plays" });
});

it("can be made in another organization where the one that was chosen is gone", async () => {
  const organizations = [1, 2].map((at) => ({ id: `org_${at}`, name: `Org ${at}`, role: "owner" as const }));
  const api = emptyCinema().answer("getMe", { ...meAs("owner"), organizations });
  api.refuse("createSpace", "not-found", 'There is no Organization "org_1" here.');
  showConsole(api, "overview");
  await typeName();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText('There is no Organization "org_1" here.')).toBeVisible();
  api.answer("createSpace", made);
  await choose(page.getByRole("dialog").getByRole("combobox", { name: "Organization" }), "Org 2");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^Create/ })
    .click();
  expect(await sent(api, "createSpace", 2)).toEqual({ orgId: "org_2", name: "Radio Plays" });
});

it("has what was typed over a reload, and not for another account", async () => {
  const open = async (id: string) => {
    const me = { ...meAs("owner"), account: { id, name: id, email: null } };
    const { leave } = showConsole(emptyCinema().answer("getMe", me), "overview");
    await page.getByRole("button", { name: /^Space Cinema/ }).click();
    await page.getByRole("menuitem", { name: "New Space…" }).click();
    return leave;
  };
  const name = page.getByRole("dialog").getByLabelText("Name");
  const leave = await open("acc_ana");
  await name.fill("Theatre");
  leave();
  const left = await open("acc_ben");
  await expect.element(name).toHaveValue("");
  left();
  await open("acc_ana");
  await expect.element(name).toHaveValue("Theatre");
});
