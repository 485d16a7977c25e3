import { type ReactNode, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { useStore } from "zustand";
import type { PropertyType } from "../../../src/core/experience-type.ts";
import { useConsole } from "../../../src/renderer/page/console-context.ts";
import { TypedPlaceContext, textsOf, typedTextsOf } from "../../../src/renderer/values/typed-texts.ts";
import { ValueInput } from "../../../src/renderer/values/ValueInput.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { choose, showPart } from "../../helpers/dom/show.tsx";

/** A property of a scenario with what an editor counts as not saved; a button sets it as somebody else would. */
function Edited({ type, first, elsewhere }: { type: PropertyType; first: unknown; elsewhere?: unknown }) {
  const [value, setValue] = useState(first);
  const [now, setType] = useState(type);
  return (
    <main>
      <TypedPlaceContext value={{ object: "exp_1", owner: "scn_1", name: "" }}>
        <ValueInput
          property={{ id: "prp_1", key: "l", name: "L", type: now }}
          value={value}
          onChange={setValue}
          label="l"
          invalid={false}
          describedBy={undefined}
        />
      </TypedPlaceContext>
      <button type="button" onClick={() => setValue(elsewhere)}>
        Elsewhere
      </button>
      <button type="button" onClick={() => setType("string")}>
        As text
      </button>
      <Unsaved />
      <output>{JSON.stringify(value)}</output>
    </main>
  );
}

function Unsaved(): ReactNode {
  const texts = textsOf(useStore(typedTextsOf(useConsole())), { id: "exp_1", scenarios: [{ id: "scn_1" }] });
  return <p data-testid="unsaved">{texts.map(({ name, text }) => `${name}: ${text}`).join("; ")}</p>;
}

const show = (type: PropertyType, first: unknown, elsewhere?: unknown) =>
  showPart(emptyCinema(), <Edited type={type} first={first} elsewhere={elsewhere} />);
const field = (name: string) => page.getByLabelText(name, { exact: true });
const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
const unsaved = (text: string) => expect.element(page.getByTestId("unsaved")).toHaveTextContent(text);
const nothingUnsaved = () => expect.element(page.getByTestId("unsaved")).toBeEmptyDOMElement();
const isValue = (value: unknown) =>
  expect.element(page.getByRole("status")).toHaveTextContent(JSON.stringify(value));

it("what is typed in an item of a list goes with the item", async () => {
  show("list", [10, 20, 30], [10, 30]);
  await field("l 2").fill("20x");
  await unsaved("2 of l: 20x");
  await expect.element(page.getByRole("alert")).toHaveTextContent(/^is not a number: type one such as 12.5$/);
  await press("Remove l 1");
  await isValue([20, 30]);
  await expect.element(field("l 1")).toHaveValue("20x");
  await unsaved("1 of l: 20x");
  await press("Move l 1 down");
  await expect.element(field("l 2")).toHaveValue("20x");
  await expect.element(field("l 1")).toHaveValue("30");
  await unsaved("2 of l: 20x");
  await press("Remove l 2");
  await isValue([30]);
  await nothingUnsaved();
});

it("what is typed in an item is gone with its kind", async () => {
  show("list", [10, 20]);
  await field("l 2").fill("20x");
  await choose(page.getByRole("combobox", { name: "Kind of l 2" }), "text");
  await isValue([10, "20"]);
  await nothingUnsaved();
  await choose(page.getByRole("combobox", { name: "Kind of l 2" }), "number");
  await expect.element(field("l 2")).toHaveValue("20");
});

it("what is typed in an item is gone with an item that somebody else takes out", async () => {
  show("list", [10, 20], [10]);
  await field("l 2").fill("20x");
  await press("Elsewhere");
  await isValue([10]);
  await nothingUnsaved();
});

it.each<[PropertyType, unknown, unknown, string]>([
  ["number", 5, 77, "abc"],
  ["json", 5, 77, "{"],
  ["date", "2026-12-04", "2026-12-05", "soon"],
  ["color", { value: "#c81e4a", opacity: 1 }, { value: "#c81e4b", opacity: 1 }, "red"],
])("a %s that means nothing is gone where another value is there", async (type, first, elsewhere, text) => {
  show(type, first, elsewhere);
  await field("l").fill(text);
  await userEvent.tab();
  await unsaved(`l: ${text}`);
  await press("Elsewhere");
  await isValue(elsewhere);
  await nothingUnsaved();
  await expect.element(field("l")).not.toHaveValue(text);
});

it("a text that means nothing is gone with the type that it was none of", async () => {
  show("number", 5);
  await field("l").fill("abc");
  await unsaved("l: abc");
  await press("As text");
  await nothingUnsaved();
});

it("Enter begins the next item of a list, and pasted lines are one each", async () => {
  show("list", ["nine"]);
  await field("l 1").click();
  await userEvent.keyboard("{Enter}");
  await expect.element(field("l 2")).toHaveFocus();
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", "one\r\ntwo\n\nthree\n");
  document.activeElement?.dispatchEvent(
    new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }),
  );
  await isValue(["nine", "one", "two", "three"]);
  await expect.element(field("l 4")).toHaveFocus();
});

it("a date that is mended leaves no hole where its error was", async () => {
  show("date", "2026-12-04");
  await field("l").fill("soon");
  await userEvent.tab();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await field("l").fill("5 Dec 2026");
  await isValue("2026-12-05");
  await expect.element(page.getByRole("alert")).not.toBeInTheDocument();
  expect(document.querySelector(".field-error")).toBeNull();
});
