import { Popover } from "radix-ui";
import { type ReactNode, useState } from "react";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import type { Property } from "../../../src/core/experience-type.ts";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { Field } from "../../../src/renderer/parts/Field.tsx";
import { FileInput } from "../../../src/renderer/parts/FileInput.tsx";
import { Select } from "../../../src/renderer/parts/Select.tsx";
import { SpinInput } from "../../../src/renderer/parts/SpinInput.tsx";
import { SuggestInput } from "../../../src/renderer/parts/SuggestInput.tsx";
import { TimeInput } from "../../../src/renderer/parts/TimeInput.tsx";
import { MadeUpForm } from "../../../src/renderer/people/made-up/MadeUpForm.tsx";
import { followClock } from "../../../src/renderer/text/platform-clock.ts";
import { TypedPlaceContext } from "../../../src/renderer/values/typed-texts.ts";
import { ValueInput } from "../../../src/renderer/values/ValueInput.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { axeFindings } from "../../helpers/dom/looks.ts";
import { choose, showPart } from "../../helpers/dom/show.tsx";

interface Holder {
  readonly first: string;
  readonly children: (value: string, set: (value: string) => void) => ReactNode;
}

/** Keeps what a field gives, and shows it. */
function Holds({ first, children }: Holder) {
  const [value, set] = useState(first);
  return (
    <main>
      <h1>Inputs</h1>
      {children(value, set)}
      <output>{value}</output>
    </main>
  );
}

const show = (first: string, children: Holder["children"]) =>
  showPart(emptyCinema(), <Holds first={first}>{children}</Holds>);
const kept = () => expect.element(page.getByRole("status"));

it("a select opens by a key, letters jump in it, and Enter takes one", async () => {
  const options = [
    ["", "Not set"],
    ["left", "Wide, text left"],
    ["right", "Right"],
  ] as const;
  show("", (value, set) => <Select aria-label="Layout" value={value} options={options} onChange={set} />);
  await choose(page.getByRole("combobox", { name: "Layout" }), "Wide, text left");
  await kept().toHaveTextContent("left");
  await expect.element(page.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("option", { name: "Wide, text left" })).toHaveFocus();
  expect(await axeFindings("select")).toEqual([]);
  await userEvent.keyboard("r");
  await expect.element(page.getByRole("option", { name: "Right" })).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  await kept().toHaveTextContent("right");
  await expect.element(page.getByRole("combobox")).toHaveFocus();
  await userEvent.keyboard("n");
  await expect.element(page.getByRole("combobox")).toHaveTextContent("Not set");
});

it("a day is typed as it comes to mind, stays as typed where it can't be, and is taken back by Escape", async () => {
  show("2026-12-04", (value, set) => (
    <Field label="From">{(tie) => <TimeInput {...tie} kind="day" value={value} onChange={set} />}</Field>
  ));
  await expect.element(page.getByLabelText("From")).toHaveValue("4 Dec 2026");
  await userEvent.fill(page.getByLabelText("From"), "Dec 24, 2027");
  await kept().toHaveTextContent("2027-12-24");
  await userEvent.keyboard("{Escape}");
  await kept().toHaveTextContent("2026-12-04");
  await userEvent.fill(page.getByLabelText("From"), "31 Nov 2026");
  await userEvent.tab();
  await expect.element(page.getByText("November has 30 days. Still 4 Dec 2026.")).toBeVisible();
  await expect.element(page.getByLabelText("From")).toHaveValue("31 Nov 2026");
  await userEvent.fill(page.getByLabelText("From"), "5 dec 2026");
  await userEvent.keyboard("{Enter}{ArrowUp}");
  await kept().toHaveTextContent("2026-12-06");
});

it("a day is chosen from a calendar, by its arrows", async () => {
  show("2026-12-04T18:00", (value, set) => (
    <Field label="From">{(tie) => <TimeInput {...tie} kind="moment" value={value} onChange={set} />}</Field>
  ));
  await page.getByRole("button", { name: "Choose a day" }).click();
  await expect.element(page.getByRole("button", { name: /December 4th/ })).toHaveFocus();
  expect(await axeFindings("calendar")).toEqual([]);
  await userEvent.keyboard("{ArrowDown}{ArrowLeft}{Enter}");
  await kept().toHaveTextContent("2026-12-10T18:00");
  await expect.element(page.getByLabelText("From")).toHaveValue("10 Dec 2026, 18:00");
});

it("a number that is not set shows the type's default, where there is one", async () => {
  const input = (key: string, more: Partial<Property> = {}) => (
    <ValueInput
      property={{ id: key, key, name: key, type: "number", ...more }}
      value={undefined}
      label={key}
      invalid={false}
      describedBy={undefined}
      onChange={() => {}}
    />
  );
  showPart(
    emptyCinema(),
    <main>
      <h1>Inputs</h1>
      {input("seats", { default: 12 })}
      {input("rows")}
    </main>,
  );
  await expect.element(page.getByLabelText("seats")).toHaveAttribute("placeholder", "12");
  await expect.element(page.getByLabelText("rows")).not.toHaveAttribute("placeholder");
});

it("a number goes on by its arrows, and no further than its end", async () => {
  show("29", (value, set) => <SpinInput aria-label="Days" min={1} max={30} value={value} onText={set} />);
  await page.getByLabelText("Days").click();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}");
  await kept().toHaveTextContent("30");
  await userEvent.keyboard("{Shift>}{ArrowDown}{/Shift}");
  await kept().toHaveTextContent("20");
});

it("a line of text offers what was used before, and takes any other", async () => {
  show("", (value, set) => (
    <SuggestInput aria-label="Key" value={value} onText={set} suggestions={["genre", "title"]} />
  ));
  await userEvent.type(page.getByLabelText("Key"), "gen");
  await userEvent.keyboard("{ArrowDown}");
  expect(await axeFindings("suggest")).toEqual([]);
  await userEvent.keyboard("{Enter}");
  await kept().toHaveTextContent("genre");
  await userEvent.fill(page.getByLabelText("Key"), "country");
  await expect.poll(() => document.querySelector("[role=listbox]")).toBeNull();
  await kept().toHaveTextContent("country");
});

it("a file is chosen or dropped in its slot, which says which it is", async () => {
  show("", (_, set) => <FileInput aria-label="File" onFile={({ name }) => set(name)} />);
  await expect.element(page.getByText("Drop it or choose")).toBeVisible();
  await page.getByLabelText("File").upload(new File(["{}"], "users.json"));
  await kept().toHaveTextContent("users.json");
  await expect.poll(() => document.querySelector(".filedrop")?.textContent).toBe("users.json");
});

it.each(["click", "drop"])(
  "a %s lets go of the file, so that the same one can be chosen mended",
  async (way) => {
    show("", (_, set) => <FileInput aria-label="File" onFile={({ name }) => set(name)} />);
    await page.getByLabelText("File").upload(new File(["{"], "users.json"));
    await kept().toHaveTextContent("users.json");
    const field = page.getByLabelText("File").element() as HTMLInputElement;
    field.dispatchEvent(new MouseEvent(way, { bubbles: true, cancelable: true }));
    // Only then is the same file a change for the browser.
    expect(field.value).toBe("");
    await expect.poll(() => document.querySelector(".filedrop")?.textContent).toBe("users.json");
  },
);

it("a long list of suggestions shows the one that is next, and goes up from its end", async () => {
  const many = Array.from({ length: 40 }, (_, at) => `genre ${at}`);
  show("", (value, set) => <SuggestInput aria-label="Key" value={value} onText={set} suggestions={many} />);
  await page.getByRole("combobox", { name: "Key" }).click();
  await userEvent.keyboard("{ArrowUp}");
  const last = page.getByRole("option", { name: "genre 39" });
  await expect.element(last).toHaveAttribute("aria-selected", "true");
  await expect.element(last).toBeInViewport({ ratio: 0.9 });
});

it("letters that follow each other are one word's", async () => {
  const options = [
    ["text", "text"],
    ["tags", "tags"],
    ["tall", "tall"],
  ] as const;
  show("tags", (value, set) => <Select aria-label="Type" value={value} options={options} onChange={set} />);
  await kept().toHaveTextContent("tags");
  await userEvent.tab();
  await userEvent.keyboard("tex");
  await kept().toHaveTextContent("text");
});

it("every choice of a select within a popover can be clicked", async () => {
  const options = ["before", "after", "on the day", "in the last", "more than"].map(
    (one) => [one, one] as const,
  );
  show("before", (value, set) => (
    <Popover.Root open>
      <Popover.Trigger>When</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="popover" aria-label="When">
          <Select aria-label="How" value={value} options={options} onChange={set} />
          <p style={{ height: 300 }}>What else is in it.</p>
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  ));
  for (const [one] of options) {
    await choose(page.getByRole("combobox", { name: "How" }), one);
    await kept().toHaveTextContent(one);
  }
});

const premiere: Property = { id: "prp_1", key: "premiere", name: "Premiere", type: "date" };
const dateField = (first: string) => (
  <Holds first={first}>
    {(value, set) => (
      <Leaves>
        <TypedPlaceContext value={{ object: "exp_1", owner: "scn_1", name: "" }}>
          <ValueInput
            property={premiere}
            value={value === "" ? undefined : value}
            onChange={(to) => set(String(to ?? ""))}
            label="Premiere"
            invalid={false}
            describedBy={undefined}
          />
        </TypedPlaceContext>
      </Leaves>
    )}
  </Holds>
);

/** Takes what is in it off the page and back, as another tab does. */
function Leaves({ children }: { readonly children: ReactNode }) {
  const [gone, setGone] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setGone(!gone)}>
        Other tab
      </button>
      {!gone && children}
    </>
  );
}

it("a date with a time that is typed anew keeps its time, and what can't be read is there after another tab", async () => {
  showPart(emptyCinema(), dateField(new Date(2026, 11, 4, 20, 15).toISOString()));
  const field = page.getByLabelText("Premiere", { exact: true });
  await field.fill("");
  await kept().toBeEmptyDOMElement();
  await userEvent.type(field, "24 Dec 2026, 18:30");
  await kept().toHaveTextContent(new Date(2026, 11, 24, 18, 30).toISOString());
  await field.fill("soon");
  await page.getByRole("button", { name: "Other tab" }).click();
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Other tab" }).click();
  await expect.element(field).toHaveValue("soon");
  await expect.element(page.getByRole("alert")).toHaveTextContent("Not a day. Type one such as 4 Dec 2026.");
  await field.fill("25 dec 2027");
  await userEvent.keyboard("{Control>}s{/Control}");
  await kept().toHaveTextContent(new Date(2027, 11, 25).toISOString());
});

it.each([
  ["1,5", "must be a whole number, 0 to 1000000000"],
  ["-3", "must be a whole number, 0 to 1000000000"],
  ["12,000", "has an unclear comma: type 12000 or 12.000"],
  ["1e999", "is too large"],
  ["abc", "is not a number"],
])("sessions typed as %s are told, and no other number is made of it", async (text, told) => {
  const onChange = vi.fn();
  const user = { kind: "known" as const, fields: {}, labels: [], sessions: 2 };
  showPart(
    emptyCinema().answer("getSeen", nothingSeen),
    <MadeUpForm value={{ user, events: [] }} onChange={onChange} idHint="" />,
  );
  await page.getByRole("spinbutton", { name: "Sessions" }).fill(text);
  await expect.element(page.getByRole("alert")).toHaveTextContent(told);
  await expect.element(page.getByRole("spinbutton", { name: "Sessions" })).toHaveValue(text);
  expect(onChange).not.toHaveBeenCalled();
});

it("a date with a time that was emptied has one again where it is typed after another tab", async () => {
  showPart(emptyCinema(), dateField(new Date(2026, 11, 4, 20, 15).toISOString()));
  const field = page.getByLabelText("Premiere", { exact: true });
  await field.fill("");
  await page.getByRole("button", { name: "Other tab" }).click();
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole("button", { name: "Other tab" }).click();
  await expect.element(page.getByLabelText("Premiere with a time")).toBeChecked();
  await userEvent.type(field, "24 Dec 2026, 18:30");
  await kept().toHaveTextContent(new Date(2026, 11, 24, 18, 30).toISOString());
});

it("today is the platform's, and a calendar begins there", async () => {
  const at = new Date(2030, 11, 24, 10).toISOString();
  followClock({ mode: "frozen", at });
  show("", (value, set) => <TimeInput aria-label="Day" kind="day" value={value} onChange={set} />);
  await userEvent.type(page.getByLabelText("Day", { exact: true }), "tomorrow");
  await userEvent.tab();
  await kept().toHaveTextContent("2030-12-25");
  await page.getByRole("button", { name: "Choose a day" }).click();
  await page.getByRole("button", { name: "Today", exact: true }).click();
  await kept().toHaveTextContent("2030-12-24");
  followClock({ mode: "system", at });
});
