import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { nothingSeen } from "../../../src/core/nothing-seen.ts";
import { HoursTok } from "../../../src/renderer/collections/scenarios/ScheduleSentence.tsx";
import { NumberTok, PairsTok } from "../../../src/renderer/people/made-up/PairsTok.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const onChange = vi.fn();
beforeEach(() => onChange.mockClear());

const open = async () => {
  showPart(
    emptyCinema(),
    <>
      <NumberTok label="How often" value={1} min={1} max={100} onChange={onChange} />
      <button type="button">Elsewhere</button>
    </>,
  );
  await page.getByRole("button", { name: "How often: 1" }).click();
  return page.getByRole("spinbutton", { name: "How often" });
};

it.each([
  ["Enter takes it", () => userEvent.keyboard("{Enter}"), [[12]]],
  ["leaving it takes it", () => page.getByText("Elsewhere").click({ force: true }), [[12]]],
  ["Escape takes it back", () => userEvent.keyboard("{Escape}"), []],
])("what is typed is not taken on the way: %s", async (_, leave, want) => {
  await (await open()).fill("12");
  expect(onChange).not.toHaveBeenCalled();
  await leave();
  await expect.element(page.getByRole("spinbutton")).not.toBeInTheDocument();
  expect(onChange.mock.calls).toEqual(want);
});

it("takes back a time that Escape is pressed in, which leaving its field would read", async () => {
  showPart(emptyCinema(), <HoursTok hours={null} onChange={onChange} />);
  const hours = page.getByRole("button", { name: "Hours: all day" });
  const from = page.getByLabelText("From");
  await hours.click();
  await from.fill("7:30");
  await userEvent.keyboard("{Escape}");
  await expect.element(from).not.toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalled();
  await hours.click();
  await expect.element(from).toHaveValue("");
  await from.fill("8");
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onChange.mock.calls).toEqual([[{ from: "08:00", to: "23:30" }]]);
});

it("does not take what cannot be right, nor what is as it was", async () => {
  const field = await open();
  await field.fill("0");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await page.getByText("Elsewhere").click({ force: true });
  await expect.element(field).not.toBeInTheDocument();
  await page.getByRole("button", { name: "How often: 1" }).click();
  await page.getByText("Elsewhere").click({ force: true });
  await expect.element(field).not.toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalled();
});

it("takes an event's pairs as a whole, not letter by letter", async () => {
  const api = emptyCinema().answer("getSeen", nothingSeen);
  showPart(api, <PairsTok name="movie/watched" pairs={[]} onChange={onChange} />);
  await page.getByRole("button", { name: "Metadata of movie/watched" }).click();
  await page.getByRole("combobox", { name: "Key 1" }).fill("genre");
  await userEvent.type(page.getByRole("combobox", { name: "Value 1" }), "drama");
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onChange.mock.calls).toEqual([[[{ key: "genre", value: "drama" }]]]);
});

it("is neither set nor left with a time that can't be read: its field has the keys, with the reason", async () => {
  showPart(
    emptyCinema(),
    <>
      <HoursTok hours={{ from: "09:00", to: "12:00" }} onChange={onChange} />
      <button type="button">Elsewhere</button>
    </>,
  );
  await page.getByRole("button", { name: "Hours: 09:00 to 12:00" }).click();
  const from = page.getByLabelText("From");
  const set = page.getByRole("button", { name: "Set" });
  await from.fill("");
  await userEvent.type(from, "25 Uhr");
  const place = set.element().getBoundingClientRect().top;
  await userEvent.tab();
  await expect
    .element(page.getByRole("alert"))
    .toHaveTextContent("Not a time of day. Type one such as 18:00.");
  expect(set.element().getBoundingClientRect().top).toBe(place);
  await set.click();
  await expect.element(from).toHaveFocus();
  await page.getByText("Elsewhere").click({ force: true });
  await expect.element(from).toHaveFocus();
  await expect.element(from).toHaveValue("25 Uhr");
  expect(onChange).not.toHaveBeenCalled();
  await from.fill("8");
  await set.click();
  await expect.poll(() => onChange.mock.calls).toEqual([[{ from: "08:00", to: "12:00" }]]);
  await page.getByRole("button", { name: /^Hours/ }).click();
  await from.fill("7");
  await page.getByText("Elsewhere").click({ force: true });
  await expect.poll(() => onChange.mock.calls.at(1)).toEqual([{ from: "07:00", to: "12:00" }]);
});
