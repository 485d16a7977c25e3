import { useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Suggest, type Suggestion } from "../../../src/renderer/parts/Suggest.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const late: Suggestion = { value: "movie/watched" };
const early: Suggestion[] = [{ value: "watched field" }, { value: "watched label" }];

/** Suggestions of which the best one comes when the button is pressed, and what was taken. */
function Late() {
  const [suggestions, setSuggestions] = useState(early);
  const [taken, setTaken] = useState("");
  return (
    <>
      <button type="button" onClick={() => setSuggestions([late, ...early])}>
        More
      </button>
      <Suggest label="What" narrowed suggestions={suggestions} onPick={setTaken} />
      <output>{taken}</output>
    </>
  );
}

const selected = () => page.getByRole("option", { selected: true });
const more = () => (document.querySelector("button") as HTMLButtonElement).click();

it("takes the first one on Enter, also where that has come after the typing", async () => {
  showPart(emptyCinema(), <Late />);
  await page.getByRole("combobox").fill("watched");
  await expect.element(selected()).toHaveTextContent("watched field");
  more();
  await expect.element(selected()).toHaveTextContent("movie/watched");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByRole("status")).toHaveTextContent("movie/watched");
});

it("keeps the one that somebody walked to", async () => {
  showPart(emptyCinema(), <Late />);
  await page.getByRole("combobox").fill("watched");
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(selected()).toHaveTextContent("watched label");
  more();
  await expect.element(page.getByRole("option", { name: "movie/watched" })).toBeVisible();
  await expect.element(selected()).toHaveTextContent("watched label");
});

it("says what a suggestion is beside its name, however long that is", async () => {
  const label = "Donaudampfschiff".repeat(4);
  showPart(
    emptyCinema(),
    <div style={{ width: 240 }}>
      <Suggest label="Who" suggestions={[{ value: "a", label, hint: "persona" }]} onPick={() => undefined} />
    </div>,
  );
  const hint = page.getByText("persona");
  await expect.element(hint).toBeVisible();
  expect(hint.element().scrollWidth).toBeLessThanOrEqual(hint.element().clientWidth);
});

it("says that not all could be read, in place of that nothing fits and beside what does", async () => {
  const unread = "The Tribes could not be read. The disk is full.";
  showPart(
    emptyCinema(),
    <Suggest label="Which" suggestions={early} loading unread={unread} onPick={() => undefined} />,
  );
  await expect.element(page.getByRole("option", { name: "watched field" })).toBeVisible();
  await expect.element(page.getByText(unread)).toBeVisible();
  await page.getByRole("combobox").fill("other");
  await expect.element(page.getByRole("option")).not.toBeInTheDocument();
  await expect.element(page.getByText(unread)).toBeVisible();
  expect(page.getByText(/Nothing fits|Looking/).elements()).toEqual([]);
});

it("says what speaks against a text that was typed, and that nothing fits where none may be", async () => {
  const check = (typed: string) => (typed.includes(" ") ? "No spaces." : null);
  showPart(
    emptyCinema(),
    <>
      <Suggest label="What" suggestions={early} free check={check} onPick={() => undefined} />
      <Suggest label="Which" suggestions={early} onPick={() => undefined} />
    </>,
  );
  const [what, which] = [page.getByRole("combobox").first(), page.getByRole("combobox").last()];
  await what.fill("x y");
  await expect.element(page.getByText("No spaces.")).toBeVisible();
  await what.fill("xy");
  await expect.element(page.getByRole("option", { name: "xy" })).toBeVisible();
  await expect.element(page.getByText("No spaces.")).not.toBeInTheDocument();
  await which.fill("other");
  await expect.element(page.getByText("Nothing fits.")).toBeVisible();
});

it("says what speaks against a text also while it looks for suggestions", async () => {
  const check = () => "Too long.";
  showPart(
    emptyCinema(),
    <Suggest label="What" suggestions={[]} free loading check={check} onPick={() => undefined} />,
  );
  await page.getByRole("combobox").fill("x");
  await expect.element(page.getByText("Too long.")).toBeVisible();
});
