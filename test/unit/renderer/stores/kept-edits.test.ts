import { describe, expect, it } from "vitest";
import { SavedObject } from "../../../../src/renderer/saved/saved-object.ts";
import { fakeBrowser, memoryStorage } from "../saved/fake-pages.ts";
import { fakeServer } from "../saved/fake-saved.ts";

const edit = (name: string) => ({ etag: '"1"', edit: { name } });
const named = (kept: { readonly edit: object } | null) => kept?.edit;

describe("kept edits", () => {
  it("of two tabs on one object stay apart, and each forgets its own", async () => {
    const browser = fakeBrowser();
    const [one, other] = [browser.open("one"), browser.open("other")];
    one.keep("hero", edit("One"));
    other.keep("hero", edit("Other"));
    await one.adopt();
    expect([named(one.of("hero")), named(other.of("hero"))]).toEqual([{ name: "One" }, { name: "Other" }]);
    one.forget("hero");
    expect([one.of("hero"), named(other.of("hero")), one.any]).toEqual([null, { name: "Other" }, true]);
  });

  it("of a closed tab belong to the first that asks, all of them, one after the other", async () => {
    const browser = fakeBrowser();
    for (const page of ["one", "two"]) browser.open(page).keep("user/ab:c", edit(page));
    browser.close("one");
    browser.close("two");
    const [here, there] = [browser.open("here"), browser.open("there")];
    here.keep("user/ab:c", edit("here"));
    await Promise.all([here.adopt(), there.adopt()]);
    const found = [];
    for (let kept = here.of("user/ab:c"); kept !== null; kept = here.of("user/ab:c")) {
      found.push(named(kept));
      here.forget("user/ab:c");
    }
    expect(found).toEqual([{ name: "here" }, { name: "one" }, { name: "two" }]);
    expect([there.keys(), there.any]).toEqual([[], false]);
  });

  it("wait for the account that typed them, also in the tab that goes on as another", async () => {
    const browser = fakeBrowser();
    const tab = memoryStorage();
    browser.open("anas", tab, "acc_ana").keep("hero", edit("Ana's"));
    browser.close("anas");
    const bens = browser.open("bens", tab, "acc_ben");
    await bens.adopt();
    expect([bens.keys(), bens.of("hero"), bens.any]).toEqual([[], null, true]);
    bens.keep("hero", edit("Ben's"));
    browser.close("bens");
    const again = browser.open("again", tab, "acc_ana");
    await again.adopt();
    expect([again.keys(), named(again.of("hero"))]).toEqual([["hero"], { name: "Ana's" }]);
  });

  it("go on in a page that is reloaded, even where the page before takes its time to end", async () => {
    const browser = fakeBrowser();
    const tab = memoryStorage();
    browser.open("before", tab).keep("hero", edit("Mine"));
    const after = browser.open("after", tab);
    const adopted = after.adopt();
    browser.close("before");
    await adopted;
    expect([after.keys(), named(after.of("hero"))]).toEqual([["hero"], { name: "Mine" }]);
  });

  it("stay where they are while the storage is full, and count for nothing where they cannot be read", async () => {
    const browser = fakeBrowser();
    browser.open("one").keep("hero", edit("One"));
    browser.close("one");
    const here = browser.open("here");
    const { setItem } = browser.storage;
    browser.storage.setItem = () => {
      throw new Error("full");
    };
    await here.adopt();
    expect([here.keys(), browser.storage.kept.size]).toEqual([[], 1]);
    Object.assign(browser.storage, { setItem });
    await here.adopt();
    expect(here.keys()).toEqual(["hero"]);
    browser.storage.setItem("understudy:unsaved:here:torn", "{");
    expect(here.of("torn")).toBe(null);
  });

  it("of two closed tabs on one object are both saved", async () => {
    const browser = fakeBrowser();
    const { server, port } = fakeServer({ name: "Hero", size: 1 });
    const base = { name: "Hero", size: 1 };
    browser.open("one").keep("thing", { etag: '"1"', edit: { name: "One" }, base });
    browser.open("two").keep("thing", { etag: '"1"', edit: { size: 2 }, base });
    browser.close("one");
    browser.close("two");
    const saved = new SavedObject(port, { kept: browser.open("here"), delay: 0 });
    await saved.load();
    await saved.flush();
    await saved.flush();
    expect([server.thing, browser.storage.kept.size]).toEqual([{ name: "One", size: 2 }, 0]);
  });
});
