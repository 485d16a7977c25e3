import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import type { Rule } from "../../../src/core/rule.ts";
import { stamps } from "../../helpers/dom/cinema-place.ts";
import { choose, sent, showConsole } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes, focusIsOn, said, take } from "../../helpers/dom/tribes.ts";
import { tribeOf } from "../../helpers/targeting.ts";

const watched = {
  name: "movie/watched",
  count: 3,
  lastAt: stamps.createdAt,
  pairs: [{ key: "genre", values: ["drama", "comedy"] }],
};
const button = (name: string | RegExp) => page.getByRole("button", { name, exact: true });
const undo = page.getByRole("button", { name: /^Undo/ });
const focus = (name: string) => (button(name).element() as HTMLElement).focus();
const lead = "A user or visitor is in this Tribe when all of these are true:";

it("builds “3 dramas in 7 days” by keys alone", async () => {
  const api = cinemaWithTribes().answer("getSeen", { ...nothingSeen, events: [watched] });
  showConsole(api, "tribes/new");
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await userEvent.keyboard("Drama fans{Tab}{Tab}{Tab}");
  await focusIsOn("Add condition");
  await userEvent.keyboard("{Enter}");
  await take("watched", /movie\/watched/);
  await focusIsOn("How often: at least once");

  // How often: the second of the menu. Then how many times, to the right of it.
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("menu")).toBeVisible();
  await expect.poll(() => document.activeElement?.closest("[role=menu]")).not.toBeNull();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(page.getByRole("menuitemradio", { name: "at least", exact: true })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await focusIsOn("How often: at least");
  await userEvent.keyboard("{ArrowRight}");
  await focusIsOn("How many times: 1");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("spinbutton", { name: "How many times" })).toHaveFocus();
  await userEvent.keyboard("3{Enter}");
  await focusIsOn("How many times: 3");

  // The window is 7 days already; what comes after it adds a filter.
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await focusIsOn("Add a filter");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("option", { name: /genre/, selected: true })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  // The keys go away a moment after the values are there, and had the same word beside them.
  await expect.element(page.getByRole("option", { name: /^genre/ })).not.toBeInTheDocument();
  await take("drama", /^drama/);
  await expect
    .poll(said)
    .toEqual([
      lead,
      "1 They did movie/watched at least 3 times in the last 7 days, where genre equals drama second filter",
    ]);
  await userEvent.keyboard("{Control>}s{/Control}");
  await expect.poll(() => location.pathname).toMatch(/\/tribes\/drama-fans$/);
  expect((await sent(api, "createTribe"))?.rules).toEqual({
    all: [
      {
        event: "movie/watched",
        did: true,
        count: { op: "atLeast", value: 3 },
        window: { last: { days: 7 } },
        where: [{ key: "genre", op: "equals", value: "drama" }],
      },
    ],
  });
});

it("starts from an event of the viewer", async () => {
  const api = cinemaWithTribes();
  showConsole(api, "tribes/new?event=movie/watched&where=genre:drama");
  await expect
    .poll(said)
    .toContain(
      "1 They did movie/watched at least once in the last 7 days, where genre equals drama second filter",
    );
  await page.getByLabelText("Name").fill("Drama");
  await button("Save Tribe").click();
  await expect.poll(() => location.pathname).toMatch(/\/tribes\/drama$/);
  expect(await sent(api, "createTribe")).toMatchObject({ rules: { all: [{ event: "movie/watched" }] } });
});

it("moves conditions in and out of groups by keys, and takes it all back", async () => {
  const labels = ["a", "b", "c"].map((label) => ({ label }));
  const nested = tribeOf("nested", { all: [labels[0], { any: [labels[1], labels[2]] }] });
  showConsole(cinemaWithTribes([nested]), "tribes/nested");
  const start = [
    lead,
    "1 They have the label a",
    "2 Any of these is true: condition",
    "2.1 They have the label b",
    "2.2 They have the label c",
  ];
  await expect.poll(said).toEqual(start);
  focus("Label: a");
  await userEvent.keyboard("{Alt>}{ArrowRight}{/Alt}");
  const inGroup = (...names: readonly string[]) => [
    lead,
    "1 Any of these is true: condition",
    ...names.map((name, at) => `1.${at + 1} They have the label ${name}`),
  ];
  await expect.poll(said).toEqual(inGroup("a", "b", "c"));
  await focusIsOn("Whether they have it: have");
  await userEvent.keyboard("{Alt>}{ArrowDown}{ArrowLeft}{/Alt}");
  await expect.poll(said).toEqual([...inGroup("b", "c"), "2 They have the label a"]);
  await userEvent.keyboard("{Control>}zz{/Control}");
  await expect.poll(said).toEqual(inGroup("a", "b", "c"));
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}zz{/Control}");
  await expect.poll(said).toEqual(start);

  focus("Label: a");
  await userEvent.keyboard("{Delete}");
  await expect.poll(said).not.toEqual(start);
  await focusIsOn("How many must be true: Any");
  await undo.click();
  await expect.poll(said).toEqual(start);
  await expect.element(button("Save Tribe")).toBeDisabled();
});

it("keeps the focus on a condition whose move is taken back, and forth again", async () => {
  const labels = ["a", "b", "c", "d"].map((label) => ({ label }));
  showConsole(cinemaWithTribes([tribeOf("fans", { all: labels })]), "tribes/fans");
  const focused = () => document.activeElement?.closest("li")?.textContent?.match(/label (.)/)?.[1];
  const order = () => said().map((line) => line.at(-1));
  await expect.element(button("Label: a")).toBeVisible();
  focus("Label: a");
  await userEvent.keyboard("{Alt>}{ArrowDown}{ArrowDown}{/Alt}");
  await expect.poll(order).toEqual([":", "b", "c", "a", "d"]);
  await userEvent.keyboard("{Control>}zz{/Control}");
  await expect.poll(order).toEqual([":", "a", "b", "c", "d"]);
  expect(focused()).toBe("a");
  await userEvent.keyboard("{Control>}{Shift>}z{/Shift}{/Control}");
  await expect.poll(order).toEqual([":", "b", "a", "c", "d"]);
  await userEvent.keyboard("{Delete}");
  await expect.poll(order).toEqual([":", "b", "c", "d"]);
});

it("takes back a deletion and nothing else, and not in the next Tribe", async () => {
  showConsole(cinemaWithTribes(), "tribes/new?event=movie%2Fwatched");
  await page.getByRole("textbox", { name: "Name" }).fill("Film fans");
  const label = async (name: string) => {
    await button("Add condition").click();
    await page.getByRole("combobox").fill(name);
    await page.getByRole("option", { name: /label, as typed/ }).click();
    await expect.element(button(`Label: ${name}`)).toBeVisible();
    // The focus goes to the new line by itself, a moment later than it is there.
    await focusIsOn("Whether they have it: have");
  };
  await label("vip");
  focus("Event: movie/watched");
  await userEvent.keyboard("{Delete}");
  await label("new");
  await expect.element(page.getByText("Deleted “They did movie/watched")).toBeVisible();
  await undo.click();
  await expect
    .poll(() =>
      said()
        .slice(1)
        .map((line) => line.slice(0, 24)),
    )
    .toEqual(["1 They did movie/watched", "2 They have the label vi", "3 They have the label ne"]);
  focus("Label: new");
  await userEvent.keyboard("{Delete}");
  await expect.element(undo).toBeVisible();
  await button("Save Tribe").click();
  await expect.poll(() => location.pathname).toMatch(/\/tribes\/film-fans$/);
  // The button is switched off now: the focus is beside it, not at the top of the page.
  await expect.poll(() => document.activeElement?.tagName).not.toBe("BODY");
  await expect.element(undo).not.toBeInTheDocument();
});

it("takes a deletion back by the key that its message says, on a word that other letters open", async () => {
  const rule = { all: [{ label: "a" }, { label: "b" }] };
  showConsole(cinemaWithTribes([tribeOf("fans", rule)]), "tribes/fans");
  const lines = ["a", "b"].map((label, at) => `${at + 1} They have the label ${label}`);
  await expect.poll(said).toEqual([lead, ...lines]);
  focus("Label: a");
  await userEvent.keyboard("{Delete}");
  await expect.element(undo).toBeVisible();
  focus("Label: b");
  await userEvent.keyboard("z");
  await expect.poll(said).toEqual([lead, ...lines]);
  expect(undo.query()).toBeNull();
  await focusIsOn("Whether they have it: have");
  // Held down, it is one press still: the word stays closed.
  const held = { key: "z", code: "KeyZ", repeat: true, bubbles: true, cancelable: true };
  expect(button("Label: b").element().dispatchEvent(new KeyboardEvent("keydown", held))).toBe(true);
  focus("Label: b");
  await userEvent.keyboard("z");
  await expect.element(page.getByRole("combobox")).toHaveValue("z");
});

it("ends the offer to take a deletion back once it is taken back another way", async () => {
  const rule = { all: [{ label: "a" }, { label: "b" }, { label: "b" }] };
  showConsole(cinemaWithTribes([tribeOf("fans", rule)]), "tribes/fans");
  const lines = ["a", "b", "b"].map((label, at) => `${at + 1} They have the label ${label}`);
  const removeFirst = async () => {
    focus("Label: a");
    await userEvent.keyboard("{Delete}");
    await expect.element(page.getByText("Deleted “They have the label a")).toBeVisible();
  };
  await expect.poll(said).toEqual([lead, ...lines]);
  await removeFirst();
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.poll(said).toEqual([lead, ...lines]);
  // At once, and not because its time is over.
  expect(undo.query()).toBeNull();
  await removeFirst();
  await button("Discard edit").click();
  await expect.element(page.getByText("Discarded the edit")).toBeVisible();
  expect(page.getByText("Deleted “They have the label a").query()).toBeNull();

  // Another that is alike is not it.
  (button("Label: b").last().element() as HTMLElement).focus();
  await userEvent.keyboard("{Delete}");
  await expect.poll(said).toEqual([lead, ...lines.slice(0, 2)]);
  await expect.element(page.getByText("Deleted “They have the label b")).toBeVisible();
});

it("leads to an event where none was seen, and to one that has only just come", async () => {
  const api = cinemaWithTribes();
  showConsole(api, "tribes/new");
  await button("Add condition").click();
  await page.getByRole("option", { name: /An event…/ }).click();
  await focusIsOn("Event");
  await userEvent.keyboard("{Escape}");
  api.answer("getSeen", { ...nothingSeen, events: [watched] });
  await button("Event: to be filled in").click();
  await page.getByRole("option", { name: /movie\/watched/ }).click();
  await expect.element(button("Event: movie/watched")).toBeVisible();
});

it("says what is wrong at its place, and that a Tribe would lead back to itself", async () => {
  const first = { ...tribeOf("first", { label: "a" }), name: "First" };
  const second = { ...tribeOf("second", { tribe: "first" }), name: "Second" };
  const api = cinemaWithTribes([first, second]);
  showConsole(api, "tribes/first");
  await button("Add condition").click();
  await page.getByRole("option", { name: /Second/ }).click();
  await expect.element(page.getByText("leads back to this Tribe: First → Second → First")).toBeVisible();
  await expect.element(button("Save Tribe")).toBeDisabled();
  await focusIsOn("Whether they are in it: in");
  await userEvent.keyboard("{Delete}");
  await button("Add condition").click();
  await page.getByRole("combobox").fill("plan");
  await page.getByRole("option", { name: /plan.*field, as typed/ }).click();
  await expect.element(page.getByText("The value must name at least one.")).toBeVisible();
  await page.getByRole("combobox", { name: "Value" }).fill("34");
  await page.getByRole("option", { name: /34.*number/ }).click();
  await expect.element(page.getByText("The value must name at least one.")).not.toBeInTheDocument();
  await button("Save Tribe").click();
  expect(await sent(api, "updateTribe")).toMatchObject({
    rules: { all: [{ label: "a" }, { field: "plan", op: "in", value: [34] }] },
  });
});

it("is words without blanks for a viewer, who is told why", async () => {
  const rules = { all: [{ label: "vip" }, { field: "plan", op: "in", value: ["gold"] }] };
  const { leave } = showConsole(cinemaWithTribes([tribeOf("fans", rules)], "viewer"), "tribes/fans");
  await expect.element(page.getByText("ask an owner for the role of editor")).toBeVisible();
  await expect.poll(said).toEqual([lead, "1 They have the label vip", "2 Their plan is any of gold"]);
  expect(document.querySelectorAll(".rules button")).toHaveLength(0);
  expect(button("Save Tribe").elements()).toEqual([]);
  leave();
  showConsole(cinemaWithTribes([tribeOf("fans", rules)], "viewer"), "tribes");
  await expect.element(page.getByRole("row", { name: /fans/ })).toBeVisible();
  expect(button("New Tribe").elements()).toEqual([]);
});

it("names each blank and each way to add, line by line", async () => {
  const rules = { all: [{ label: "vip" }, { any: [{ label: "a" }] }] };
  showConsole(cinemaWithTribes([tribeOf("fans", rules)]), "tribes/fans");
  const lines = page.getByRole("list", { name: "Rule" }).getByRole("listitem");
  await expect.poll(() => lines.elements().length).toBe(5);
  expect(
    lines
      .elements()
      .map((line) =>
        [...line.querySelectorAll("button")].map((one) => one.getAttribute("aria-label") ?? one.textContent),
      ),
  ).toEqual([
    ["Who it is for: user or visitor", "How many must be true: all"],
    ["Whether they have it: have", "Label: vip", "Actions for 1"],
    ["How many must be true: Any", "Add a condition to this group", "Actions for 2"],
    ["Whether they have it: have", "Label: a", "Actions for 2.1"],
    ["Add condition", "Add group"],
  ]);
});

it("does to a whole line what its menu offers, and goes on there", async () => {
  const labels = ["a", "b", "c"].map((label) => ({ label }));
  const nested = tribeOf("nested", { all: [labels[0], { any: [labels[1], labels[2]] }] });
  showConsole(cinemaWithTribes([nested]), "tribes/nested");
  const items = page.getByRole("menuitem");
  const open = async (line: string) => {
    await button(`Actions for ${line}`).click();
    await expect.element(items.first()).toBeVisible();
  };
  /** What of the menu of a line can't be done, by its place in it, of how many. */
  const closedOf = async (line: string) => {
    await open(line);
    const all = items.elements();
    const closed = all.flatMap((item, at) => (item.ariaDisabled === "true" ? [at] : []));
    await userEvent.keyboard("{Escape}");
    await focusIsOn(`Actions for ${line}`);
    return [closed, all.length];
  };
  expect(await closedOf("1")).toEqual([[0, 3], 8]);
  expect(await closedOf("2")).toEqual([[1, 2, 3], 9]);
  expect(await closedOf("2.2")).toEqual([[1, 2], 8]);

  /** The rule in short once something of a line's menu was done, which is taken back then. */
  const done = async (line: string, act: string) => {
    const before = said();
    await open(line);
    await page.getByRole("menuitem", { name: act }).click();
    await expect.poll(said).not.toEqual(before);
    // Not on the menu's button: on the line, which may be another one now.
    await expect
      .poll(() => document.activeElement?.getAttribute("aria-label"))
      .toMatch(/^(Whether|How many|Add a condition) /);
    const after = said().slice(1);
    await userEvent.keyboard("{Control>}z{/Control}");
    await expect.poll(said).toEqual(before);
    return after.map((text) =>
      text.replace(/They have the label |s? of these (is|are) true: condition/g, ""),
    );
  };
  expect(await done("1", "Move into")).toEqual(["1 Any", "1.1 a", "1.2 b", "1.3 c"]);
  expect(await done("2.2", "Duplicate")).toEqual(["1 a", "2 Any", "2.1 b", "2.2 c", "2.3 c"]);
  expect(await done("1", "opposite")).toEqual(["1 They do not have the label a", "2 Any", "2.1 b", "2.2 c"]);
  expect(await done("1", "Put into")).toEqual(["1 Any", "1.1 a", "2 Any", "2.1 b", "2.2 c"]);
  expect(await done("2", "Add a group")).toEqual(["1 a", "2 Any", "2.1 b", "2.2 c", "2.3 All"]);
  expect(await done("2", "Delete")).toEqual(["1 a"]);
});

it.each<[string, Rule]>([
  ["all", { all: [] }],
  ["any", { any: [] }],
])("says who is in it while “%s” has no condition, and no longer", async (_which, rule) => {
  showConsole(cinemaWithTribes([tribeOf("fans", rule)]), "tribes/fans");
  const nothing = () => document.querySelectorAll(".rule.is-nothing").length;
  await expect.poll(nothing).toBe(1);
  await button("Add condition").click();
  await page.getByRole("combobox").fill("vip");
  await page.getByRole("option", { name: /label, as typed/ }).click();
  await expect.poll(nothing).toBe(0);
});

it("goes further in with every level, however deep, each with its own branch", async () => {
  const deep = Array.from({ length: 14 }).reduce<Rule>(
    (inner, _, level) =>
      level % 2 === 0 ? { any: [inner, { label: "b" }] } : { all: [inner, { label: "a" }] },
    { label: "deepest" },
  );
  showConsole(cinemaWithTribes([tribeOf("fans", deep)]), "tribes/fans");
  await expect.element(page.getByText("deepest")).toBeInTheDocument();
  const groups = [...document.querySelectorAll<HTMLElement>(".rule.group .rule-say")];
  const begins = groups.map((one) => Number.parseFloat(getComputedStyle(one).paddingLeft));
  expect(begins.length).toBeGreaterThan(12);
  expect(begins).toEqual([...new Set(begins)].toSorted((a, b) => a - b));
  const numbers = [...document.querySelectorAll(".rule .gutter > span:first-child")];
  expect(numbers.length).toBeGreaterThan(12);
  for (const number of numbers) {
    const room = number.parentElement?.getBoundingClientRect();
    expect(number.getBoundingClientRect().left).toBeGreaterThanOrEqual(room?.left ?? 0);
  }
});

it("asks when it happened in each of its ways, and says what can't be", async () => {
  const rule = { event: "movie/watched", did: true, window: { last: { days: 7 } } } as const;
  const api = cinemaWithTribes([tribeOf("fans", { all: [rule] })]);
  showConsole(api, "tribes/fans");
  const kind = page.getByRole("combobox", { name: "When", exact: true });
  const set = page.getByRole("button", { name: "Set", exact: true });
  const open = async (words: string) => {
    await button(`When: ${words}`).click();
    await expect.element(kind).toBeVisible();
  };
  await open("in the last 7 days");
  await page.getByRole("spinbutton", { name: "How long" }).fill("");
  await expect.element(set).toBeDisabled();
  await expect.element(page.getByRole("dialog").getByText(/^It /)).toBeVisible();
  await page.getByRole("spinbutton", { name: "How long" }).fill("36");
  await choose(page.getByRole("combobox", { name: "Unit" }), "hours");
  await choose(kind, "more than … ago");
  await set.click();
  await open("more than 36 hours ago");
  await choose(kind, "before");
  await page.getByLabelText("Date, in UTC").fill("2026-11-20");
  await page.getByLabelText(/^Time of day, in UTC/).fill("18:30");
  await set.click();
  await button(/^When: before 20 Nov 2026, 18:30/).click();
  await expect.element(kind).toBeVisible();
  await choose(kind, "on the day");
  expect(page.getByLabelText(/^Time of day, in UTC/).elements()).toEqual([]);
  await set.click();
  await open("on 20 Nov 2026");
  await choose(kind, "at any time");
  await set.click();
  await expect.element(button("When: at any time")).toHaveFocus();
});

it("takes one member out of a list and goes on beside it", async () => {
  const rules: Rule = { all: [{ field: "plan", op: "in", value: ["gold", "silver", "trial"] }] };
  showConsole(cinemaWithTribes([tribeOf("fans", rules)]), "tribes/fans");
  await expect.element(button("Value: gold")).toBeVisible();
  focus("Value: silver");
  await userEvent.keyboard("{Delete}");
  await expect.poll(() => said()[1]).toBe("1 Their plan is any of gold trial");
  await focusIsOn("Value: trial");
  await userEvent.keyboard("{Backspace}");
  await focusIsOn("Value: gold");
  await expect.poll(() => said()[1]).toBe("1 Their plan is any of gold");
});

it("is walked by arrows from blank to blank and from line to line, Home and End within a line", async () => {
  const rules: Rule = { all: [{ label: "a" }, { field: "plan", op: "equals", value: "gold" }] };
  showConsole(cinemaWithTribes([tribeOf("fans", rules)]), "tribes/fans");
  await expect.element(button("Label: a")).toBeVisible();
  focus("Label: a");
  await userEvent.keyboard("{ArrowLeft}");
  await focusIsOn("Whether they have it: have");
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => document.activeElement?.closest("li")?.textContent).toMatch(/plan/);
  await userEvent.keyboard("{Home}");
  const first = document.activeElement;
  await userEvent.keyboard("{End}");
  await expect.poll(() => document.activeElement).not.toBe(first);
  await focusIsOn("Value: gold");
  await userEvent.keyboard("{ArrowUp}");
  await expect.poll(() => document.activeElement?.closest("li")?.textContent).toMatch(/label/);
});

it.each(["Event: movie/watched", "Metadata key: genre", "Value: drama"])(
  "says in “%s” that it could not be read what was seen, until it is",
  async (opener) => {
    const api = cinemaWithTribes().refuse("getSeen", "internal-error", "The disk is full.");
    const { console } = showConsole(api, "tribes/new?event=movie/watched&where=genre:drama");
    await button(opener).click();
    const unread = page.getByText("What was seen could not be read. The disk is full.");
    await expect.element(unread).toBeVisible();
    const nothing = page.getByText("Nothing was seen yet");
    expect(nothing.elements()).toEqual([]);
    api.answer("getSeen", nothingSeen);
    await console.queries.invalidateQueries();
    await expect.element(nothing).toBeVisible();
    expect(unread.elements()).toEqual([]);
  },
);

it("says in a list that has all that was seen that there is nothing else", async () => {
  const plan = tribeOf("plan", { field: "plan", op: "in", value: ["gold"] });
  const fields = [{ key: "plan", types: ["string" as const], values: ["gold"] }];
  showConsole(cinemaWithTribes([plan]).answer("getSeen", { ...nothingSeen, fields }), "tribes/plan");
  await button("Add a value").click();
  await expect.element(page.getByText("Nothing else that was seen fits: type a value.")).toBeVisible();
});

it("looks for what was seen before it says that nothing was, and says at once what is wrong with a text", async () => {
  const api = cinemaWithTribes([tribeOf("many", { attribute: "sessions", op: "atLeast", value: 3 })]);
  const seen = api.hold("getSeen");
  showConsole(api, "tribes/many");
  await button("Value: 3").click();
  const [looking, nothing] = [page.getByText("Looking…"), page.getByText("Nothing was seen yet")];
  await expect.element(looking).toBeVisible();
  expect(nothing.elements()).toEqual([]);
  await page.getByRole("combobox", { name: "Value" }).fill("many");
  await expect.element(page.getByText("is not a number")).toBeVisible();
  expect(looking.elements()).toEqual([]);
  await page.getByRole("combobox", { name: "Value" }).fill("");
  seen.release();
  await expect.element(nothing).toBeVisible();
  expect(looking.elements()).toEqual([]);
});
