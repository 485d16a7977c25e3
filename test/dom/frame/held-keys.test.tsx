import { useState } from "react";
import { expect, it, onTestFinished } from "vitest";
import { page, userEvent } from "vitest/browser";
import { OptionList } from "../../../src/renderer/collections/types/OptionList.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { cinemaWithEvents, numbered } from "../../helpers/dom/event-log.ts";
import { fullCinema } from "../../helpers/dom/full-cinema.ts";
import { showConsole, showPart } from "../../helpers/dom/show.tsx";

const deleted = () => page.getByText(/^Deleted “/).elements();

it("a Delete that is held down deletes the row that it was pressed on, and no other", async () => {
  const api = (await fullCinema()).answer("deleteUser", undefined as never);
  showConsole(api, "users");
  const grid = page.getByRole("grid");
  await expect.element(page.getByRole("row").nth(3)).toBeVisible();
  (grid.element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowDown}{Delete>4/}");
  await expect.poll(deleted).toHaveLength(1);
  await userEvent.keyboard("{Delete}");
  await expect.poll(deleted).toHaveLength(2);
});

it("a button that is held down by Enter or Space is pressed once", async () => {
  showConsole(cinemaWithEvents(...numbered(1, 3)).api, "events?name=a/b&userId=b&source=replay");
  const remove = page.getByRole("button", { name: /^Remove filter/ });
  await expect.poll(() => remove.elements().length).toBe(3);
  const pressed: string[] = [];
  document.addEventListener("click", ({ target }) => pressed.push((target as Element).ariaLabel ?? ""), true);
  for (const [key, times] of [
    ["Enter", 1],
    [" ", 2],
  ] as const) {
    (remove.first().element() as HTMLElement).focus();
    await userEvent.keyboard(`{${key}>4/}`);
    await expect.poll(() => pressed).toHaveLength(times);
    await expect.poll(() => remove.elements().length).toBe(3 - times);
  }
});

it("what is typed is taken away by a Backspace that is held down, and no filter behind it", async () => {
  showConsole(cinemaWithEvents(...numbered(1, 3)).api, "events?name=a/b&userId=b");
  const box = page.getByRole("combobox", { name: "Filter events by" });
  await userEvent.type(box, "xyz");
  await userEvent.keyboard("{Backspace>7/}");
  await expect.element(box).toHaveValue("");
  await expect.poll(() => page.getByRole("button", { name: /^Remove filter/ }).elements().length).toBe(2);
  await userEvent.keyboard("{Backspace}");
  await expect.element(box).toHaveValue("user:b");
});

it("an option's text is taken away by a Backspace that is held down, and the option by the next", async () => {
  const Options = () => {
    const [options, change] = useState<readonly string[]>(["a", "bcd"]);
    return <OptionList name="size" options={options} error={null} onChange={change} />;
  };
  showPart(emptyCinema(), <Options />);
  const options = page.getByRole("textbox");
  await userEvent.click(options.nth(1));
  await userEvent.keyboard("{End}{Backspace>7/}");
  await expect.element(options.nth(1)).toHaveValue("");
  await userEvent.keyboard("{Backspace}");
  await expect.poll(() => options.elements()).toHaveLength(1);
  await expect.element(options.first()).toHaveFocus();
});

it("Space that is held down scrolls on where it presses nothing", async () => {
  showConsole(emptyCinema(), "settings");
  const heading = page.getByRole("heading", { name: "Settings" });
  await expect.element(heading).toBeVisible();
  const main = page.getByRole("main").element() as HTMLElement;
  main.focus();
  const stopped: boolean[] = [];
  const onKey = ({ defaultPrevented }: KeyboardEvent) => void stopped.push(defaultPrevented);
  addEventListener("keydown", onKey);
  onTestFinished(() => removeEventListener("keydown", onKey));
  await userEvent.keyboard("{ >3/}");
  await expect.poll(() => stopped).toEqual([false, false, false]);
});
