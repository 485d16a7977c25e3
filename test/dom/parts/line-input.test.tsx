import { type ReactNode, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { OptionList } from "../../../src/renderer/collections/types/OptionList.tsx";
import { TextField } from "../../../src/renderer/parts/Field.tsx";
import { LimitedInput } from "../../../src/renderer/parts/LimitedInput.tsx";
import { FieldInput } from "../../../src/renderer/people/fields/FieldList.tsx";
import { ValueInput } from "../../../src/renderer/values/ValueInput.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { showPart } from "../../helpers/dom/show.tsx";

type Edit = (value: unknown, set: (value: unknown) => void) => ReactNode;

function Holds({ first, edit }: { readonly first: unknown; readonly edit: Edit }) {
  const [value, set] = useState(first);
  return (
    <main>
      <h1>Lines</h1>
      {edit(value, set)}
      <output>{JSON.stringify(value)}</output>
    </main>
  );
}

const show = (first: unknown, edit: Edit) => showPart(emptyCinema(), <Holds first={first} edit={edit} />);
const kept = () => JSON.parse(document.querySelector("main > output")?.textContent ?? "") as unknown;

const property = (type: "string" | "text" | "list") => ({ id: "p", key: "line", name: "Line", type });
const valueField =
  (type: "string" | "text" | "list"): Edit =>
  (value, set) => (
    <ValueInput
      property={property(type)}
      value={value}
      onChange={set}
      label="Line"
      invalid={false}
      describedBy={undefined}
    />
  );

const fields: readonly (readonly [name: string, label: string, of: (text: string) => unknown, edit: Edit])[] =
  [
    ["a string", "Line", (text) => text, valueField("string")],
    ["a text", "Line", (text) => text, valueField("text")],
    ["an item of a list", "Line 1", (text) => [text], valueField("list")],
    [
      "an option",
      "Option 1 of line",
      (text) => [text],
      (value, set) => <OptionList name="line" options={value as string[]} error={null} onChange={set} />,
    ],
    [
      "a field of somebody",
      "Line",
      (text) => text,
      (value, set) => <FieldInput kind="text" value={value as string} label="Line" onChange={set} />,
    ],
    [
      "a text with suggestions",
      "Line",
      (text) => text,
      (value, set) => (
        <LimitedInput
          aria-label="Line"
          most={99}
          suggestions={["one"]}
          value={value as string}
          onText={set}
        />
      ),
    ],
    [
      "a name",
      "Line",
      (text) => text,
      (value, set) => <TextField label="Line" value={value as string} onChange={set} />,
    ],
  ];

it.each(fields)(
  "%s with line breaks shows them, and keeps them as it is edited",
  async (_, label, of, edit) => {
    show(of("one\r\ntwo"), edit);
    const field = page.getByRole("textbox", { name: label, exact: true });
    await expect.element(field).toHaveValue("one\ntwo");
    await field.click();
    await userEvent.keyboard("{Control>}{End}{/Control}!");
    await expect.poll(kept).toEqual(of("one\r\ntwo!"));
    expect(await axeFindings("lines")).toEqual([]);
  },
);

it("a line that loses its last break is gone on with, and has one line again once it is left", async () => {
  show("one\ntwo", valueField("string"));
  const field = page.getByRole("textbox", { name: "Line" });
  await field.click();
  await userEvent.keyboard("{Control>}{Home}{/Control}{End}{Delete}+");
  await expect.poll(kept).toEqual("one+two");
  await userEvent.keyboard("{Enter}");
  await expect.poll(kept).toEqual("one+\ntwo");
  await userEvent.keyboard("{Backspace}");
  expect(field.element().tagName).toBe("TEXTAREA");
  await userEvent.tab();
  await expect.poll(() => field.element().tagName).toBe("INPUT");
  await expect.element(field).toHaveValue("one+two");
});

it("a line that gets breaks from elsewhere while it is typed in keeps the focus and the caret", async () => {
  show("one two", (value, set) => (
    <>
      {valueField("string")(value, set)}
      <button type="button" onClick={() => set("one two\nthree")}>
        Elsewhere
      </button>
    </>
  ));
  const field = page.getByRole("textbox", { name: "Line" });
  await field.click();
  await userEvent.keyboard("{Home}{ArrowRight}{ArrowRight}{ArrowRight}");
  (document.querySelector("main button") as HTMLButtonElement).click();
  await expect.poll(() => field.element().tagName).toBe("TEXTAREA");
  await userEvent.keyboard("!");
  await expect.poll(kept).toEqual("one! two\nthree");
  await userEvent.tab();
  await expect.element(field).not.toHaveFocus();
});
