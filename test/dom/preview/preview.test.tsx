import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FakeApi } from "../../helpers/dom/fake-api.ts";
import { askReal } from "../../helpers/dom/full-cinema.ts";
import { inside, openPalette, paletteSearch, showConsole } from "../../helpers/dom/show.tsx";

it("says whom it decides for while the decisions for the one before are still shown", async () => {
  let held = Promise.resolve();
  let release = () => {};
  const api = new FakeApi(async (method, address, body) => {
    if (address.includes("/yuki-mori/explain")) await held;
    return askReal(method, address, body);
  });
  showConsole(api, "preview?user=ana-ribeiro");
  await expect.poll(() => document.querySelector(".preview-list .decisions")).not.toBeNull();
  held = new Promise((resolve) => {
    release = resolve;
  });
  await page.getByRole("button", { name: "Preview as: ana-ribeiro" }).click();
  await page.getByRole("option", { name: /^yuki-mori/ }).click();
  const deciding = page.getByText("Deciding for yuki-mori…");
  await expect.element(deciding).toBeVisible();
  const decisions = () => inside(".preview > .scroll").element().getAttribute("aria-busy");
  expect(decisions()).toBe("true");
  release();
  await expect.element(deciding).not.toBeInTheDocument();
  expect(decisions()).toBe("false");
});

it("offers what was taken out of somebody made up back to them, while another is looked at", async () => {
  const [listed] = (await list("personas")).data;
  const user = { ...listed.user, fields: { plan: "gold" }, labels: ["vip"] };
  showConsole(
    new FakeApi(askReal).answer("listPersonas", { data: [{ ...listed, user }], next: null }),
    `preview?persona=${listed.key}`,
  );
  await page.getByRole("button", { name: "Change a copy" }).click();
  const made = page.getByRole("complementary", { name: "Somebody made up" });
  const gone = ["field plan", "label vip"];
  for (const what of gone) await made.getByRole("button", { name: `Remove the ${what}` }).click();
  const preview = async (name: string) => {
    await page.getByRole("button", { name: /^Preview as: / }).click();
    await page.getByRole("option", { name }).click();
  };
  await preview(listed.name);
  await expect.element(made).not.toBeInTheDocument();
  for (const what of gone) {
    const toast = page.getByText(`Removed the ${what}`).element().closest<HTMLElement>(".toast");
    await page
      .elementLocator(toast ?? document.body)
      .getByRole("button", { name: "Undo" })
      .click();
  }
  await preview("Somebody made up");
  await expect.element(made.getByRole("textbox", { name: "plan" })).toHaveValue("gold");
  await expect.element(made.getByRole("button", { name: "Remove the label vip" })).toBeVisible();
});

it("keeps the place of the Tribes' line while it decides", async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const api = new FakeApi(async (method, address, body) => {
    if (address.includes("/explain")) await held;
    return askReal(method, address, body);
  });
  showConsole(api, "preview?user=ana-ribeiro");
  await expect.poll(() => document.querySelector(".preview-wait")).not.toBeNull();
  const top = () => inside(".preview > .scroll").element().getBoundingClientRect().top;
  const before = top();
  release();
  await expect.poll(() => document.querySelector(".preview-tribes button")).not.toBeNull();
  expect(top()).toBe(before);
});

it("keeps what has the focus below the table's heads", async () => {
  showConsole(new FakeApi(askReal), "preview?user=ana-ribeiro");
  await expect.poll(() => document.querySelector(".served-name")).not.toBeNull();
  const names = [...document.querySelectorAll<HTMLElement>(".served-name")];
  const scroller = document.querySelector(".preview > .scroll") as HTMLElement;
  scroller.style.maxHeight = "300px";
  scroller.scrollTop = scroller.scrollHeight;
  const head = document.querySelector(".preview thead th") as HTMLElement;
  for (const name of names.toReversed()) {
    name.focus();
    expect(name.getBoundingClientRect().top).toBeGreaterThanOrEqual(head.getBoundingClientRect().bottom);
  }
});

const list = async (noun: string) => (await askReal("GET", `/v2/spaces/cinema/${noun}`, null)).json();
const nothing = page.getByText("Nothing to preview yet");

it("decides nothing for a persona before the personas are read", async () => {
  const api = new FakeApi(askReal).answer("listPersonas", await list("personas"));
  const personas = api.hold("listPersonas");
  const { console } = showConsole(api, "preview?persona=club-member");
  await expect.element(page.getByRole("button", { name: "Preview as: club-member" })).toBeVisible();
  await expect.poll(() => console.queries.isFetching()).toBe(1);
  expect(nothing.elements()).toEqual([]);
  personas.release();
  await expect.poll(() => document.querySelector(".preview-list .decisions")).not.toBeNull();
});

it("says why nothing is decided for a persona where the personas could not be read", async () => {
  const api = new FakeApi(askReal).refuse("listPersonas", "internal-error", "The disk is full.");
  showConsole(api, "preview?persona=club-member");
  await expect.element(page.getByText("Nothing could be decided")).toBeVisible();
  await expect.element(page.getByText("The disk is full.")).toBeVisible();
});

it.each(["preview?user=ana-ribeiro", "users/ana-ribeiro"])(
  "%s names what somebody gets once the Collections are read",
  async (path) => {
    const api = new FakeApi(askReal).answer("listCollections", await list("collections"));
    const collections = api.hold("listCollections");
    const { console } = showConsole(api, path);
    await expect.element(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect
      .poll(() => console.queries.getQueryCache().find({ queryKey: ["explain"], exact: false })?.state.data)
      .toBeDefined();
    await expect.poll(() => console.queries.isFetching()).toBe(1);
    const groups = () => [...document.querySelectorAll(".served-group")].map((one) => one.textContent);
    expect(groups()).toEqual([]);
    collections.release();
    await expect.poll(groups).toContain("Homepage");
  },
);

it("goes by keys where the Collections could not be read", async () => {
  const api = new FakeApi(askReal).refuse("listCollections", "internal-error", "The disk is full.");
  showConsole(api, "preview?user=ana-ribeiro");
  const groups = () => [...document.querySelectorAll(".served-group")].map((one) => one.textContent);
  await expect.poll(groups).toContain("homepage");
});

it("takes a time that is left for a palette, as it is read then", async () => {
  showConsole(new FakeApi(askReal), "preview?user=ana-ribeiro");
  await page.getByRole("button", { name: "When: now" }).click();
  await page.getByRole("textbox", { name: "Time here" }).fill("4 Dec 2030, 6p");
  await openPalette();
  await userEvent.keyboard("{Escape}");
  await expect.element(page.getByRole("button", { name: "When: at 4 Dec 2030, 18:00" })).toBeVisible();
});

it("keeps a time that can't be read below a palette that is opened over it, which has the keys", async () => {
  showConsole(new FakeApi(askReal), "preview?user=ana-ribeiro");
  await page.getByRole("button", { name: "When: now" }).click();
  const time = page.getByRole("textbox", { name: "Time here" });
  await time.fill("12:99");
  await openPalette();
  await expect.element(paletteSearch()).toHaveFocus();
  await userEvent.keyboard("cod");
  await expect.element(paletteSearch()).toHaveValue("cod");
  await userEvent.keyboard("{Escape}");
  await expect.element(paletteSearch()).not.toBeInTheDocument();
  await expect.element(time).toHaveFocus();
  await expect.element(time).toHaveValue("12:99");
});
