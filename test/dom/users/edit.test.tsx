import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Problem } from "../../../src/core/problem.ts";
import type { User, UserFields } from "../../../src/core/user.ts";
import { askReal, fullCinema } from "../../helpers/dom/full-cinema.ts";
import { choose, showConsole } from "../../helpers/dom/show.tsx";

/** Ana of the full Cinema, with a plan and a label; what is saved of her is kept in the page. */
async function withAna(fields: UserFields = { plan: "gold" }) {
  const api = await fullCinema();
  const read = await askReal("GET", "/v2/spaces/cinema/environments/development/users/ana-ribeiro", null);
  let ana: User = { ...(await read.json()), fields, labels: ["vip"] };
  let isThere = true;
  let isChanged = false;
  api
    .answer(
      "getUser",
      () => {
        if (!isThere) throw new Problem("not-found", "There is no such user.");
        return ana;
      },
      '"1"',
    )
    .answer(
      "patchUser",
      ({ body }) => {
        if (isChanged) throw new Problem("stale", "It was changed meanwhile.");
        const fields = Object.entries({ ...ana.fields, ...body.fields }).filter(
          ([, value]) => value !== null,
        );
        ana = { ...ana, ...body, fields: Object.fromEntries(fields) } as User;
        return ana;
      },
      '"1"',
    );
  const changeElsewhere = (fields: UserFields) => {
    ana = { ...ana, fields };
  };
  /** Whether a write finds another version than it was made on. */
  const changed = (is: boolean) => {
    isChanged = is;
  };
  const there = (is: boolean) => {
    isThere = is;
  };
  return { api, saved: () => [ana.fields, ana.labels], changeElsewhere, changed, there };
}
const remove = (what: string) => page.getByRole("button", { name: `Remove the ${what}` });
const undo = async (said: string) => {
  const toast = page.getByText(said);
  await expect.element(toast).toBeVisible();
  const own = toast.element().closest<HTMLElement>(".toast");
  if (own === null) throw new Error(`${said} is no message`);
  await page.elementLocator(own).getByRole("button", { name: "Undo" }).click();
};

it("says what is lost with a field, a label or another kind of value, and gives it back", async () => {
  const { api, saved } = await withAna();
  showConsole(api, "users/ana-ribeiro");
  await choose(page.getByRole("combobox", { name: "Kind of plan" }), "Number");
  await expect.poll(saved).toEqual([{ plan: 0 }, ["vip"]]);
  await undo("plan is “0” now; it was “gold”");
  await expect.poll(saved).toEqual([{ plan: "gold" }, ["vip"]]);
  await remove("field plan").click();
  await expect.poll(saved).toEqual([{}, ["vip"]]);
  await undo("Removed the field plan");
  await remove("label vip").click();
  await expect.poll(saved).toEqual([{ plan: "gold" }, []]);
  await undo("Removed the label vip");
  await expect.element(remove("label vip")).toBeVisible();
  await expect.poll(saved).toEqual([{ plan: "gold" }, ["vip"]]);

  // What came back another way is not offered any longer.
  for (const what of ["field plan", "label vip"]) {
    const said = page.getByText(`Removed the ${what}`);
    await remove(what).click();
    await expect.element(said).toBeVisible();
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(remove(what)).toBeVisible();
    await expect.element(said).not.toBeInTheDocument();
  }
  await expect.poll(saved).toEqual([{ plan: "gold" }, ["vip"]]);
});

it.each<[string, UserFields[string], string, string, UserFields[string]]>([
  ["a day", "2026-12-04", "4 Dec 2026", "9 Feb 2027", "2027-02-09"],
  ["a time", "2026-12-04T18:00:00Z", "4 Dec 2026, 18:00", "9 Feb 2027, 10:00", "2027-02-09T10:00:00Z"],
  ["a list", ["a", "b"], "a, b", "a, b, c, d", ["a", "b", "c", "d"]],
])(
  "shows what a step back leaves of %s, and leaving its field changes nothing",
  async (_, was, shown, typed, is) => {
    const { api, saved } = await withAna({ since: was });
    showConsole(api, "users/ana-ribeiro");
    const field = page.getByRole("group", { name: "since" }).getByRole("textbox");
    await expect.element(field).toHaveValue(shown);
    await field.fill(typed);
    await expect.poll(saved).toEqual([{ since: is }, ["vip"]]);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.element(field).toHaveValue(shown);
    await expect.poll(saved).toEqual([{ since: was }, ["vip"]]);
    await userEvent.tab();
    await expect.element(field).toHaveValue(shown);
    await expect.element(page.getByText("All changes saved")).toBeVisible();
    expect(saved()).toEqual([{ since: was }, ["vip"]]);
  },
);

it.each<[string, UserFields[string], string, string, UserFields[string], RegExp]>([
  ["number", 30, "34abc", "34", 34, /^Not saved: age is not a number/],
  ["date", "2026-12-04", "soon", "9 Feb 2027", "2027-02-09", /^Not saved: age is not a date/],
])(
  "keeps a %s that cannot be read as it was typed, and says so, until it is mended",
  async (_, was, typed, mended, is, why) => {
    const { api, saved } = await withAna({ age: was });
    showConsole(api, "users/ana-ribeiro");
    const field = page.getByRole("group", { name: "age" }).getByRole("textbox");
    await field.fill(typed);
    await userEvent.tab();
    await expect.element(page.getByRole("status").filter({ hasText: why })).toBeVisible();
    await page.getByRole("link", { name: "Tribes" }).first().click();
    await expect.element(field).not.toBeInTheDocument();
    history.back();
    await expect.element(field).toHaveValue(typed);
    await expect.element(page.getByText(why)).toBeVisible();
    await field.fill(mended);
    await userEvent.tab();
    await expect.element(page.getByText("All changes saved")).toBeVisible();
    expect(saved()[0]).toEqual({ age: is });
    await field.fill(typed);
    await page.getByRole("button", { name: "Discard edit" }).click();
    await expect.element(page.getByText("All changes saved")).toBeVisible();
    await field.fill(typed);
    await remove("field age").click();
    await expect.poll(saved).toEqual([{}, ["vip"]]);
    await expect.element(page.getByText("All changes saved")).toBeVisible();
  },
);

it("takes a new field's name with Tab, too, and the next key is its value's", async () => {
  const { api, saved } = await withAna({});
  showConsole(api, "users/ana-ribeiro");
  await page.getByRole("button", { name: "Add a field" }).click();
  await userEvent.keyboard("Size{Tab}");
  await expect.element(page.getByRole("group", { name: "Size" }).getByRole("textbox")).toHaveFocus();
  await userEvent.keyboard("1,5");
  await expect.poll(saved).toEqual([{ Size: "1,5" }, ["vip"]]);
});

it("has the focus in a new field also where its button was given it for a moment", async () => {
  const { api } = await withAna({});
  showConsole(api, "users/ana-ribeiro");
  const add = page.getByRole("button", { name: "Add a field" });
  await add.click();
  await userEvent.keyboard("Size");
  // Lost focus goes back to what opened the popover, on a slow page before the popover gives it on.
  const given = new Promise<void>((resolve) =>
    new MutationObserver((_, observer) => {
      if (document.querySelector(".popover") !== null) return;
      observer.disconnect();
      (add.element() as HTMLElement).focus();
      resolve();
    }).observe(document.body, { subtree: true, childList: true }),
  );
  await userEvent.keyboard("{Enter}");
  await given;
  await expect.element(page.getByRole("group", { name: "Size" }).getByRole("textbox")).toHaveFocus();
});

it("shows what an app has written of them meanwhile", async () => {
  const { api, changeElsewhere } = await withAna();
  const { console } = showConsole(api, "users/ana-ribeiro");
  const plan = page.getByRole("textbox", { name: "plan" });
  await expect.element(plan).toHaveValue("gold");
  changeElsewhere({ plan: "silver" });
  await console.queries.invalidateQueries();
  await expect.element(plan).toHaveValue("silver");
});

it("brings one's own edit back by one step, after that of somebody else was taken", async () => {
  const { api, saved, changeElsewhere, changed } = await withAna();
  showConsole(api, "users/ana-ribeiro");
  const plan = page.getByRole("textbox", { name: "plan" });
  await expect.element(plan).toHaveValue("gold");
  changeElsewhere({ plan: "bronze" });
  changed(true);
  await plan.fill("silver");
  await page.getByRole("button", { name: "Take theirs" }).click();
  changed(false);
  await expect.element(plan).toHaveValue("bronze");
  await page.getByRole("heading", { level: 1 }).click();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(plan).toHaveValue("silver");
  await expect.poll(saved).toEqual([{ plan: "silver" }, ["vip"]]);
});

it("says that they were deleted elsewhere, and shows them once they are there again", async () => {
  const { api, there } = await withAna();
  const { console } = showConsole(api, "users/ana-ribeiro");
  const plan = page.getByRole("textbox", { name: "plan" });
  await expect.element(plan).toHaveValue("gold");
  there(false);
  await console.queries.invalidateQueries();
  await expect.element(page.getByText("Nobody called “ana-ribeiro” here")).toBeVisible();
  there(true);
  await console.queries.invalidateQueries();
  await expect.element(plan).toHaveValue("gold");
});

it("discards what was typed into somebody who is gone, and gives it back", async () => {
  const { api, there } = await withAna();
  showConsole(api, "users/ana-ribeiro");
  const plan = page.getByRole("textbox", { name: "plan" });
  await expect.element(plan).toHaveValue("gold");
  there(false);
  api.refuse("patchUser", "not-found", "There is no such user.");
  await plan.fill("silver");
  const typed = page.getByRole("region", { name: /^What you typed/ });
  await expect.element(typed).toHaveTextContent("silver");
  await typed.getByRole("button", { name: "Discard it" }).click();
  await expect.element(typed).not.toBeInTheDocument();
  const toast = page.getByText(/^Discarded what you typed/);
  await expect.element(toast).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect.element(typed).toHaveTextContent("silver");
});

it("says that an edit is not saved, and gives it to be copied, where the role is taken away meanwhile", async () => {
  const { api } = await withAna();
  showConsole(api, "users/ana-ribeiro");
  const plan = page.getByRole("textbox", { name: "plan" });
  await expect.element(plan).toBeVisible();
  api.refuse("patchUser", "forbidden", "This needs the role of editor.");
  const me = await (await askReal("GET", "/v2/me", null)).json();
  const organizations = me.organizations.map((one: object) => ({ ...one, role: "viewer" }));
  api.answer("getMe", { ...me, organizations });
  await plan.fill("silver");
  await expect.element(page.getByText("ask an owner for the role of editor")).toBeVisible();
  await expect.element(page.getByText("Taken back: This needs the role of editor.")).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Copy what you typed" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Show my edit again" })).not.toBeInTheDocument();
});

it("has one address, also from where its edit waits", async () => {
  const { api } = await withAna();
  api.refuse("patchUser", "busy");
  showConsole(api, "users/ana-ribeiro");
  await remove("label vip").click();
  await page.getByRole("button", { name: "1 edit is not saved yet" }).click();
  await expect
    .element(page.getByRole("dialog").getByRole("link", { name: "ana-ribeiro" }))
    .toHaveAttribute("href", "/spaces/cinema/development/users/ana-ribeiro");
});
