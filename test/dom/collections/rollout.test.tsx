import { beforeEach, expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { RolloutSentence } from "../../../src/renderer/collections/scenarios/RolloutSentence.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const onChange = vi.fn();
beforeEach(() => onChange.mockClear());

const open = async () => {
  showPart(emptyCinema(), <RolloutSentence rollout={10} error={null} onChange={onChange} reached={null} />);
  await page.getByRole("button", { name: "Rollout: 10 %" }).click();
  return page.getByRole("spinbutton", { name: "Percent" });
};

it("takes what was typed as a whole: on the way to 25 nobody is at 2", async () => {
  await (await open()).fill("");
  await userEvent.keyboard("25");
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onChange.mock.calls).toEqual([[25]]);
});

it("takes steps of the arrow and Page keys together", async () => {
  const field = await open();
  await userEvent.keyboard("{ArrowUp}{ArrowUp}{PageDown}");
  await expect.element(field).toHaveValue("2");
  expect(onChange).not.toHaveBeenCalled();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => onChange.mock.calls).toEqual([[2]]);
});

it("says what cannot be right, and does not take it", async () => {
  const field = await open();
  await field.fill("200");
  await expect.element(page.getByRole("alert")).toHaveTextContent("must be 0 to 100");
  await userEvent.keyboard("{Enter}");
  await expect.element(field).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(field).not.toBeInTheDocument();
  expect(onChange).not.toHaveBeenCalled();
});
