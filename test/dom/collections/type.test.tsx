import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Property } from "../../../src/core/experience-type.ts";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { settled } from "../../helpers/dom/looks.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";
import { experience, homepage, property, typeOf } from "../../unit/renderer/collections/fakes.ts";

it("is a table to read: how many scenarios set each property, and inputs in the one that is open", async () => {
  const type = typeOf("hero", property("headline"), property("big", "boolean", { default: true }));
  const row = (id: string, data: object) => ({ id, name: id, serve: { enabled: true, data } });
  const hero = experience("hero", { scenarios: [row("a", { headline: "Hi" }), row("b", {})] as never });
  const api = emptyCinema()
    .answer("listCollections", { data: [{ ...homepage(), experiences: [hero], sections: [] }], next: null })
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type);
  showConsole(api, "collections/types/hero");
  const properties = page.getByRole("list", { name: "Properties of hero" });
  await expect
    .element(properties)
    .toHaveTextContent(/headline.*string.*none.*1 of 2 scenarios.*big.*On.*no scenario/);
  expect(properties.getByRole("textbox").all()).toHaveLength(0);
  await page.getByRole("button", { name: "headline", exact: true }).click();
  await expect.element(page.getByLabelText("Key of headline")).toHaveValue("headline");
  await page.getByRole("button", { name: "big", exact: true }).click();
  await expect.element(page.getByLabelText("Key of headline")).not.toBeInTheDocument();
});

it("says in the list which properties each type has, the first of more than six", async () => {
  const ofLength = (length: number) =>
    typeOf(`t${length}`, ...Array.from({ length }, (_, at) => property(`p${at + 1}`)));
  const api = emptyCinema().answer("listExperienceTypes", { data: [0, 6, 7].map(ofLength), next: null });
  showConsole(api, "collections/types");
  await expect.element(page.getByRole("row", { name: /t7/ })).toBeVisible();
  const words = page
    .getByRole("row")
    .elements()
    .map((row) => row.children[2]?.textContent);
  expect(words).toEqual(["Properties", "none", "p1, p2, p3, p4, p5, p6", "p1, p2, p3, p4, p5 and 2 more"]);
});

const long = "because-you-watched-the-long-interval-and-all-premieres-at-home";

/** A type with these two properties, whose first change the server has not answered yet. */
function countAndNote(key = "hero") {
  const type = { ...typeOf(key, property("count", "number", { default: 3 }), property("note")), name: key };
  return emptyCinema()
    .answer("listCollections", { data: [], next: null })
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type)
    .answer("updateExperienceType", ({ body }) => ({ ...type, ...(body as object) }));
}
const save = "{Control>}s{/Control}";
const focused = () => document.activeElement?.getAttribute("aria-label");

it("goes on in the same form while a property's key becomes another one, or one that is there", async () => {
  const api = countAndNote();
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await page.getByLabelText("Key of note").fill("remark");
  await userEvent.tab();
  await userEvent.keyboard("New name");
  expect(focused()).toBe("Name of remark");
  await expect.element(page.getByLabelText("Name of remark")).toHaveValue("New name");
  await page.getByLabelText("Key of remark").fill("count");
  await userEvent.tab();
  await expect.element(page.getByText("is there twice", { exact: true })).toBeVisible();
  expect(page.getByLabelText(/^Key of/).all()).toHaveLength(1);
  expect(focused()).toBe("Name of count");
});

it("goes on in the same form while the server gives a new property its id", async () => {
  const api = countAndNote().answer("updateExperienceType", ({ body }) => {
    const { properties } = body as { properties: Property[] };
    return { ...typeOf("hero"), properties: properties.map((one) => ({ ...one, id: `prp_${one.key}` })) };
  });
  showConsole(api, "collections/types/hero");
  await page.getByLabelText("Name of a new property").fill("Seats");
  await userEvent.keyboard("{Enter}");
  await page.getByLabelText("Key of seats").fill("chairs");
  await userEvent.tab();
  await userEvent.keyboard(save);
  await sent(api, "updateExperienceType");
  await expect.element(page.getByText("All changes saved")).toBeVisible();
  expect(focused()).toBe("Name of chairs");
});

it("keeps the form of what cannot be saved in sight", async () => {
  showConsole(countAndNote(long), `collections/types/${long}`);
  await page.getByRole("button", { name: "count", exact: true }).click();
  await page.getByLabelText("Default of count").fill("34abc");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await expect.element(page.getByLabelText("Key of note")).toBeVisible();
  await expect.element(page.getByLabelText("Default of count")).toHaveValue("34abc");
  const head = document.querySelector(".page-head") as HTMLElement;
  expect([head.scrollWidth - head.clientWidth, innerWidth]).toEqual([0, 1280]);
  const crumb = document.querySelector(".crumb") as HTMLElement;
  expect(crumb.scrollWidth - crumb.clientWidth).toBe(0);
});

it.each(["number", "date"])(
  "keeps text in a new property's %s that can't be read when the server gives it its id",
  async (kind) => {
    const api = countAndNote().answer("updateExperienceType", ({ body }) => {
      const { properties } = body as { properties: Property[] };
      return { ...typeOf("hero"), properties: properties.map((one) => ({ ...one, id: `prp_${one.key}` })) };
    });
    const answer = api.hold("updateExperienceType");
    showConsole(api, "collections/types/hero");
    await choose(page.getByRole("combobox", { name: "Its type" }), kind);
    await page.getByLabelText("Name of a new property").fill("Seats");
    await userEvent.keyboard("{Enter}");
    await userEvent.keyboard(save);
    const field = page.getByLabelText("Default of seats", { exact: true });
    await field.fill("34abc");
    answer.release();
    await settled();
    await expect.element(page.getByText(/the default of seats is not a/)).toBeVisible();
    await expect.element(field).toHaveValue("34abc");
  },
);

it("keeps text that can't be read under another key", async () => {
  showConsole(countAndNote(), "collections/types/hero");
  await page.getByRole("button", { name: "count", exact: true }).click();
  await page.getByLabelText("Default of count").fill("34abc");
  await page.getByLabelText("Key of count").fill("seats");
  await userEvent.tab();
  await expect.element(page.getByLabelText("Default of seats")).toHaveValue("34abc");
  await expect.element(page.getByText(/the default of seats is not a number/)).toBeVisible();
});

it("is saved by hand: what is changed stands at its head, and may be discarded", async () => {
  const api = countAndNote();
  showConsole(api, "collections/types/hero");
  const saveType = page.getByRole("button", { name: "Save type" });
  const name = page.getByLabelText("Name", { exact: true });
  await page.getByRole("button", { name: "note", exact: true }).click();
  await page.getByLabelText("Name of note").fill("Remark");
  await name.fill("Stage");
  await expect.element(page.getByText("2 changes: name, note")).toBeVisible();
  await page.getByRole("button", { name: "Discard edit" }).click();
  await expect.element(name).toHaveValue("hero");
  await expect.element(saveType).toBeDisabled();
  await page.getByRole("button", { name: /^Undo/ }).click();
  await page.getByLabelText("Key of note").fill("count");
  await userEvent.tab();
  await expect.element(page.getByText("Not saved: the key of count is there twice")).toBeVisible();
  await expect.element(saveType).toBeDisabled();
  await page.getByLabelText("Key of count").fill("remark");
  await userEvent.tab();
  expect(api.asked("updateExperienceType")).toEqual([]);
  await saveType.click();
  await expect.element(page.getByText("Saved “Stage”")).toBeVisible();
  expect(api.asked("updateExperienceType")).toHaveLength(1);
});

it("knows what scenarios hold by the key that is saved, while a property is given another", async () => {
  const hero = experience("hero", {
    scenarios: [{ id: "a", name: "a", serve: { enabled: true, data: { note: "Hi" } } }] as never,
  });
  const api = countAndNote().answer("listCollections", {
    data: [{ ...homepage(), experiences: [hero], sections: [] }],
    next: null,
  });
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await page.getByLabelText("Key of note").fill("remark");
  await userEvent.tab();
  const properties = page.getByRole("list", { name: "Properties of hero" });
  await expect.element(properties).toHaveTextContent(/remark.*1 of 1 scenario/);
  await page.getByRole("button", { name: "More for remark" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByRole("dialog", { name: "“remark” has values" })).toBeVisible();
});

it("lists whole, and one under the other, where a property that is to be deleted is set", async () => {
  const values = ["short", "a-long-value-".repeat(20)];
  const scenarios = values.map((note, n) => ({
    id: `scn_${n}`,
    name: `Those of ${"every land ".repeat(n * 5)}`.trim(),
    audience: { kind: "everyone", anyOf: [], noneOf: [] },
    rollout: 100,
    schedule: null,
    serve: { enabled: true, data: { note } },
  }));
  const set = experience("hero", { scenarios: [...scenarios, ...experience("hero").scenarios] as never });
  const api = countAndNote().answer("listCollections", {
    data: [{ ...homepage(), experiences: [set], sections: [] }],
    next: null,
  });
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "More for note" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(page.getByRole("dialog", { name: "“note” has values" })).toBeVisible();
  const of = (part: string) => [...document.querySelectorAll(`.held-values ${part}`)];
  expect(of(".link").some((one) => one.scrollWidth > one.clientWidth)).toBe(false);
  expect(new Set(of(".muted").map((one) => one.getBoundingClientRect().left)).size).toBe(1);
});

/** A type with one select, and a server that takes what is saved of it. */
function aSelect(options: readonly string[], value?: string) {
  const of = { options: [...options], ...(value !== undefined && { default: value }) };
  const type = typeOf("hero", property("size", "select", of));
  return emptyCinema()
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type)
    .answer("updateExperienceType", ({ body }) => ({ ...type, ...(body as object) }));
}

it("opens a select whose options no row would make: with blanks, twice, of two lines; what is not touched stays", async () => {
  const api = aSelect(["a ", "a ", "x\ny", "b"], "a ");
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "size", exact: true }).click();
  await expect.element(page.getByLabelText("Option 3 of size")).toBeVisible();
  await expect.element(page.getByLabelText("Option 1 of size")).toHaveValue("a ");
  await page.getByLabelText("Default of size").click();
  await expect.element(page.getByRole("option", { name: "a", exact: true })).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await page.getByLabelText("Option 4 of size").fill(" c ");
  await userEvent.keyboard(save);
  expect(await sent(api, "updateExperienceType")).toMatchObject({
    properties: [{ options: ["a ", "a ", "x\ny", "c"], default: "a " }],
  });
});

it("takes the default along where its option is called differently, through an empty row and another's name", async () => {
  const api = aSelect(["S", "SM"], "SM");
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "size", exact: true }).click();
  const option = page.getByLabelText("Option 2 of size");
  await option.click();
  await userEvent.keyboard("{End}{Backspace}");
  await expect.element(page.getByText("“S” is there twice: it is offered once.")).toBeVisible();
  await option.fill("");
  await userEvent.keyboard("Medium");
  await expect.element(page.getByLabelText("Default of size")).toHaveTextContent("Medium");
  await userEvent.keyboard(save);
  expect(await sent(api, "updateExperienceType")).toMatchObject({
    properties: [{ options: ["S", "Medium"], default: "Medium" }],
  });
});

it("discards text that can't be read, and brings it back", async () => {
  showConsole(countAndNote(), "collections/types/hero");
  await page.getByRole("button", { name: "count", exact: true }).click();
  const field = page.getByLabelText("Default of count");
  await field.fill("34abc");
  await page.getByRole("button", { name: "Discard edit" }).click();
  await expect.element(field).toHaveValue("3");
  await page.getByRole("button", { name: /^Undo/ }).click();
  await expect.element(field).toHaveValue("34abc");
});

it("offers a deleted property back until it is back: the whole edit was discarded", async () => {
  showConsole(countAndNote(), "collections/types/hero");
  await page.getByRole("button", { name: "More for note" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const said = page.getByText("Deleted the property “note”");
  await expect.element(said).toBeVisible();
  await page.getByRole("button", { name: "Discard edit" }).click();
  await expect.element(said).not.toBeInTheDocument();
  expect(page.getByRole("button", { name: "note", exact: true }).all()).toHaveLength(1);
});

it("takes its kept edit with it when it is deleted, by whomever", async () => {
  const api = countAndNote().refuse("deleteExperienceType", "not-found");
  const { console } = showConsole(api, "collections/types/hero");
  await page.getByLabelText("Name", { exact: true }).fill("Stage");
  const kept = () => console.kept.keys().filter((key) => key.startsWith("type/"));
  await expect.poll(kept).toHaveLength(1);
  await page.getByRole("button", { name: "More for hero" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  console.removals.settleAll();
  await expect.poll(kept).toEqual([]);
});

it("has the options of a select as a list: typed, put in order by keys and by mouse, pasted, taken out", async () => {
  const type = typeOf("hero", property("size", "select", { options: ["S", "M", "L"] }));
  const api = emptyCinema()
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type)
    .answer("updateExperienceType", ({ body }) => ({ ...type, ...(body as object) }));
  showConsole(api, "collections/types/hero");
  await page.getByRole("button", { name: "size", exact: true }).click();
  const list = page.getByRole("list", { name: "Options of size" });
  const option = (place: number) => page.getByLabelText(`Option ${place} of size`);
  const isList = (...options: string[]) =>
    expect
      .poll(() =>
        list
          .getByRole("textbox")
          .elements()
          .map((one) => (one as HTMLInputElement).value),
      )
      .toEqual(options);
  await option(1).click();
  await userEvent.keyboard("{Alt>}{ArrowDown}{/Alt}");
  await isList("M", "S", "L");
  await expect.element(option(2)).toHaveFocus();
  await userEvent.keyboard("{Enter}XL");
  await isList("M", "S", "XL", "L");
  const grip = (name: string) => page.getByRole("button", { name: `Move ${name}`, exact: true });
  await grip("L").dropTo(option(1), { steps: 6, targetPosition: { x: 4, y: 2 } });
  await isList("L", "M", "S", "XL");
  (grip("XL").element() as HTMLElement).focus();
  // In one task, as on a busy page: each key is for what the one before it has drawn.
  await userEvent.keyboard(" ");
  for (const code of ["ArrowUp", "ArrowUp", "ArrowDown", "Space"])
    document.activeElement?.dispatchEvent(
      new KeyboardEvent("keydown", { code, bubbles: true, cancelable: true }),
    );
  await expect.element(page.getByText("Put XL at place 3 of 4.")).toBeInTheDocument();
  await expect.element(grip("XL")).toHaveFocus();
  await isList("L", "M", "XL", "S");
  await page.getByRole("button", { name: "Remove M" }).click();
  await isList("L", "XL", "S");
  await page.getByRole("button", { name: "Add an option to size" }).click();
  await expect.element(option(4)).toHaveFocus();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", "XXL\n\nXXXL");
  document.activeElement?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
  await isList("L", "XL", "S", "XXL", "XXXL");
  await option(3).fill("L");
  await expect.element(page.getByText("“L” is there twice: it is offered once.")).toBeVisible();
  await userEvent.keyboard(save);
  expect(await sent(api, "updateExperienceType")).toMatchObject({
    properties: [{ key: "size", options: ["L", "XL", "XXL", "XXXL"] }],
  });
});

it("says what is wrong where it is wrong, and above which property it is", async () => {
  showConsole(countAndNote(), "collections/types/hero");
  await page.getByRole("button", { name: "count", exact: true }).click();
  await page.getByLabelText("Default of count").fill("abc");
  await expect.element(page.getByText("Not saved: the default of count is not a number")).toBeVisible();
  await page.getByLabelText("Default of count").fill("");
  await expect.element(page.getByText(/^Not saved/)).not.toBeInTheDocument();
  await page.getByLabelText("Key of count").fill("9");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Not saved: the key of 9 must be")).toBeVisible();
  await expect.element(page.getByLabelText("Key of 9")).toHaveAttribute("aria-invalid", "true");
  await expect.element(page.getByLabelText("Default of 9")).not.toHaveAttribute("aria-invalid");
  await page.getByRole("button", { name: "Discard edit" }).click();
  await page.getByLabelText("Name of a new property").fill("Count");
  await expect.element(page.getByText("as count2")).toBeVisible();
});

it("changes a type that its default does not fit, once that was read, and none that a scenario's value does not fit", async () => {
  const type = typeOf("hero", property("count", "number", { default: 3 }), property("note"));
  const data = { note: "soon" };
  const hero = experience("hero", {
    scenarios: [{ id: "a", name: "A", serve: { enabled: true, data } }] as never,
  });
  const api = countAndNote()
    .answer("listCollections", { data: [{ ...homepage(), experiences: [hero], sections: [] }], next: null })
    .answer("listExperienceTypes", { data: [type], next: null })
    .answer("getExperienceType", type);
  showConsole(api, "collections/types/hero");
  const dialog = page.getByRole("dialog");
  const act = dialog.getByRole("button", { name: /^Change/ });
  /** How many lines say that the default goes. */
  const losses = () => document.querySelectorAll(".dialog-body .consequence").length;
  await page.getByRole("button", { name: "count", exact: true }).click();
  const typeOfCount = page.getByLabelText("Type of count");
  await choose(typeOfCount, "boolean");
  await expect.element(act).toBeVisible();
  expect(losses()).toBe(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(typeOfCount).toHaveTextContent("number");
  await choose(typeOfCount, "boolean");
  await act.click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(typeOfCount).toHaveTextContent("boolean");
  await page.getByRole("button", { name: "note", exact: true }).click();
  await choose(page.getByLabelText("Type of note"), "number");
  await expect.element(dialog).toBeVisible();
  expect([act.elements(), losses()]).toEqual([[], 0]);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "More for note" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await expect.element(dialog).toBeVisible();
  expect(document.querySelectorAll(".dialog-foot button")).toHaveLength(1);
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await userEvent.keyboard(save);
  const { properties } = (await sent(api, "updateExperienceType")) as { properties: Property[] };
  expect(properties.map((one) => [one.key, one.type, one.default])).toEqual([
    ["count", "boolean", undefined],
    ["note", "string", undefined],
  ]);
});

it("says what was typed into a type that was deleted elsewhere", async () => {
  const api = countAndNote();
  const { console } = showConsole(api, "collections/types/hero");
  await page.getByLabelText("Name of a new property").fill("Seats");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByLabelText("Key of seats")).toBeVisible();
  api.answer("listExperienceTypes", { data: [], next: null }).refuse("getExperienceType", "not-found");
  await console.queries.invalidateQueries();
  await expect.element(page.getByRole("heading", { name: "Nothing at this address" })).toBeVisible();
  const typed = page.getByRole("region", { name: "What you typed into hero" });
  await expect.element(typed.getByText(/"key": "seats"/)).toBeVisible();
});

it("has no Save over a type that was deleted elsewhere, only what was typed into it", async () => {
  const api = countAndNote().refuse("updateExperienceType", "not-found");
  showConsole(api, "collections/types/hero");
  await page.getByLabelText("Name of a new property").fill("Seats");
  await userEvent.keyboard("{Enter}");
  await page.getByRole("button", { name: "Save type" }).click();
  await expect.element(page.getByRole("region", { name: "What you typed into hero" })).toBeVisible();
  await expect.element(page.getByText("Not saved: deleted elsewhere")).toBeVisible();
  for (const name of ["Save type", "Discard edit", "More for hero"])
    await expect.element(page.getByRole("button", { name })).not.toBeInTheDocument();
});

it("stays what it is where one goes back to before its key was another", async () => {
  const api = countAndNote();
  api.answer("updateExperienceType", ({ body }) => {
    const type = { ...typeOf("hero"), ...(body as object) };
    api.answer("listExperienceTypes", { data: [type], next: null }).answer("getExperienceType", type);
    return type;
  });
  showConsole(api, "collections/types/hero");
  history.pushState(null, "", `${location.href}?again=1`);
  await page.getByLabelText("Key", { exact: true }).fill("banner");
  await userEvent.tab();
  await userEvent.keyboard(save);
  await sent(api, "updateExperienceType");
  await expect.element(page.getByText("All changes saved")).toBeVisible();
  history.back();
  await expect.poll(() => location.pathname).toMatch(/types\/hero$/);
  await expect.element(page.getByLabelText("Key", { exact: true })).toHaveValue("banner");
});
