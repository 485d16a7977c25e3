import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { emptyCinema, space } from "../../helpers/dom/cinema-place.ts";
import { sent, showConsole } from "../../helpers/dom/show.tsx";

const origins = page.getByLabelText("Allowed origins");
const save = page.getByRole("button", { name: "Save Space" });

it("refuses an origin that is none, beside its field", async () => {
  const api = emptyCinema().answer("updateSpace", ({ body }) => ({
    ...space,
    allowedOrigins: body.allowedOrigins ?? [],
  }));
  showConsole(api, "settings");
  await origins.fill("https://app.example.com\nnot an origin");
  await save.click();
  await expect.element(page.getByText(/^Line 2 must be an origin/)).toBeVisible();
  await origins.fill("https://app.example.com");
  await save.click();
  await expect.element(page.getByText(/^Saved/)).toBeVisible();
  expect(await sent(api, "updateSpace", 2)).toMatchObject({ allowedOrigins: ["https://app.example.com"] });
});

it("locks the fields of known users, once it is saved", async () => {
  const api = emptyCinema().answer("updateSpace", ({ body }) => ({
    ...space,
    userFieldsLocked: body.userFieldsLocked ?? false,
  }));
  showConsole(api, "settings");
  const lock = page.getByRole("checkbox", { name: "Written by the platform only" });
  await lock.click();
  await save.click();
  await expect.element(page.getByText(/^Saved/)).toBeVisible();
  expect(await sent(api, "updateSpace")).toMatchObject({ userFieldsLocked: true });
});

it("sends what was changed here alone, and keeps what is typed while it is sent", async () => {
  const api = emptyCinema();
  api.answer("updateSpace", ({ body: { name = "" } }) => {
    api.answer("listSpaces", { data: [{ ...space, name }], next: null });
    return { ...space, name };
  });
  showConsole(api, "settings");
  const name = page.getByLabelText("Name", { exact: true });
  await name.fill("Theatre");
  const held = api.hold("updateSpace");
  await save.click();
  expect(await sent(api, "updateSpace")).toEqual({ name: "Theatre" });
  await origins.fill("https://app.example.com");
  held.release();
  await expect.element(page.getByText("Saved “Theatre”")).toBeVisible();
  await expect.element(origins).toHaveValue("https://app.example.com");
  await expect.element(name).toHaveValue("Theatre");
});

it("keeps what is typed over a reload, whatever another tab types, and shows it to no other tab", async () => {
  const typing = async (text: string) => {
    const { leave } = showConsole(emptyCinema(), "settings");
    await page.getByLabelText("Name", { exact: true }).fill(text);
    leave();
    return { ...sessionStorage };
  };
  const here = await typing("Theatre");
  sessionStorage.clear();
  await typing("Playhouse");
  sessionStorage.clear();
  const other = showConsole(emptyCinema(), "settings");
  await expect.element(page.getByLabelText("Name", { exact: true })).toHaveValue(space.name);
  other.leave();
  Object.assign(sessionStorage, here);
  showConsole(emptyCinema(), "settings");
  await expect.element(page.getByLabelText("Name", { exact: true })).toHaveValue("Theatre");
});

it("is read only for a viewer, and says why", async () => {
  showConsole(emptyCinema("viewer"), "settings");
  await expect.element(page.getByText("you are a viewer here, not an owner")).toBeVisible();
  await expect.element(origins).toHaveAttribute("readonly");
  await expect.element(page.getByRole("button", { name: /^Rotate/ })).not.toBeInTheDocument();
  await expect.element(save).not.toBeInTheDocument();
});

it("is deleted only once its key was typed, and then leads to another Space, before the list of Spaces has come again", async () => {
  const other = { ...space, id: "spc_2", key: "shop", name: "Shop" };
  const api = emptyCinema()
    .answer("listSpaces", { data: [space, other], next: null })
    .answer("deleteSpace", undefined);
  // What a closed page has kept of it and of the other one.
  const kept = (spaceId: string) => `understudy:unsaved:closed:tribe/${spaceId}/trb_1`;
  for (const { id } of [space, other])
    localStorage.setItem(kept(id), JSON.stringify({ etag: null, edit: { name: "New" }, base: {} }));
  showConsole(api, "settings");
  await page.getByRole("button", { name: "Delete Space…" }).click();
  const remove = page.getByRole("button", { name: "Delete this Space for good" });
  await page.getByLabelText(/^Type cinema/).fill("cinem");
  await expect.element(remove).toBeDisabled();
  await page.getByLabelText(/^Type cinema/).fill("cinema");
  const held = api.hold("listSpaces");
  await remove.click();
  await sent(api, "deleteSpace");
  await expect.element(page.getByText(`Deleted “${space.name}”`)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Space Shop, switch" })).toBeVisible();
  await expect.poll(() => location.pathname).toMatch(/^\/spaces\/shop\//);
  const edits = () => Object.keys(localStorage).filter((key) => key.endsWith("/trb_1"));
  await expect.poll(edits).toEqual([expect.stringContaining(other.id)]);
  held.release();
});

it("has an index of the parts that are there, which follows the scroll; Delete stands away from Save", async () => {
  showConsole(emptyCinema(), "settings");
  const index = page.getByRole("navigation", { name: "Parts of Settings" });
  await expect
    .element(index.getByRole("link", { name: "Space", exact: true }))
    .toHaveAttribute("aria-current");
  const headings = () => page.getByRole("main").getByRole("heading", { level: 2 }).all();
  expect(
    index
      .getByRole("link")
      .all()
      .map((one) => one.element().textContent),
  ).toEqual(headings().map((one) => one.element().textContent));
  await index.getByRole("link", { name: "Delete this Space" }).click();
  await expect
    .element(index.getByRole("link", { name: "Delete this Space" }))
    .toHaveAttribute("aria-current", "location");
  await expect.element(page.getByRole("button", { name: "Delete Space…" })).toBeInViewport();
});
