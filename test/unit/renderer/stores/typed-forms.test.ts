import { expect, it } from "vitest";
import { TypedForms } from "../../../../src/renderer/stores/typed-forms.ts";

const memoryOf = (entries: Record<string, string> = {}) => {
  const map = new Map(Object.entries(entries));
  return {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
    removeItem: (key: string) => void map.delete(key),
    entries: map,
  };
};

it("gives a form back as it was left, to itself alone", () => {
  const forms = new TypedForms();
  forms.type("space/one", "name", "Cin");
  forms.type("space/one", "origins", "https://a");
  forms.type("space/one", "name", null);
  expect([forms.form("space/one").getState(), forms.form("space/other").getState()]).toEqual([
    { origins: "https://a" },
    {},
  ]);
});

it("outlives the page with a memory, until it is forgotten", () => {
  const memory = memoryOf();
  new TypedForms(memory).type("retention", "days", "7");
  const later = new TypedForms(memory);
  expect(later.form("retention").getState()).toEqual({ days: "7" });
  later.forget("retention", later.form("retention").getState());
  expect(new TypedForms(memory).form("retention").getState()).toEqual({});
  expect([...memory.entries]).toEqual([]);
});

it("gives nobody what another account has typed, in the same page and in a later one", () => {
  const memory = memoryOf();
  let account = "acc_ana";
  const forms = new TypedForms(memory, () => account);
  forms.type("retention", "days", "7");
  account = "acc_ben";
  const [here, later] = [forms, new TypedForms(memory, () => account)];
  expect([here, later].map((one) => one.form("retention").getState())).toEqual([{}, {}]);
  here.type("retention", "days", "9");
  account = "acc_ana";
  expect(new TypedForms(memory, () => account).form("retention").getState()).toEqual({ days: "7" });
});

it.each(["{", "null", "[1]", '{"name":1}'])("makes nothing of %s", (kept) => {
  const forms = new TypedForms(memoryOf({ "understudy:typed:one": kept }));
  expect(forms.form("one").getState()).toEqual({});
});

it("keeps what was typed since it was sent", () => {
  const forms = new TypedForms();
  forms.type("space/one", "name", "Cinema");
  forms.type("space/one", "origins", "https://a");
  const sent = forms.form("space/one").getState();
  forms.type("space/one", "origins", "https://a.example");
  forms.type("space/one", "locked", "locked");
  forms.forget("space/one", sent);
  expect(forms.form("space/one").getState()).toEqual({ origins: "https://a.example", locked: "locked" });
});
