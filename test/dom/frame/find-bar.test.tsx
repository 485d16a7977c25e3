import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FindBar } from "../../../src/renderer/frame/FindBar.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { openPalette, showConsole, showPart } from "../../helpers/dom/show.tsx";

function Sample() {
  const main = useRef<HTMLElement>(null);
  const [open, setOpen] = useState(true);
  return (
    <>
      <main ref={main}>
        <p>A Tribe is an audience.</p>
        <p hidden>No tribe is here.</p>
        <p>Two tribes, one TRIBE.</p>
      </main>
      {open && <FindBar within={main} onClose={() => setOpen(false)} />}
    </>
  );
}

const marked = (name: string) => [...(CSS.highlights.get(name) ?? [])].map(String);
const input = () => page.getByRole("textbox", { name: "Find on this page" });
const says = (words: string) => expect.element(page.getByRole("status")).toHaveTextContent(words);

it("finds what is shown, steps through it and round, and leaves no mark", async () => {
  showPart(emptyCinema(), <Sample />);
  await expect.element(input()).toHaveFocus();
  await userEvent.keyboard("tribe");
  await says("1 of 3");
  expect([marked("found"), marked("found-current")]).toEqual([["Tribe", "tribe", "TRIBE"], ["Tribe"]]);
  await userEvent.keyboard("{Enter}{Enter}");
  await says("3 of 3");
  expect(marked("found-current")).toEqual(["TRIBE"]);
  await page.getByRole("button", { name: "Next" }).click();
  await says("1 of 3");
  await page.getByRole("button", { name: "Previous" }).click();
  await says("3 of 3");
  await userEvent.fill(input(), "circus");
  await says("Not found");
  await userEvent.click(input());
  await userEvent.keyboard("{Escape}");
  await expect.element(input()).not.toBeInTheDocument();
  expect([marked("found"), marked("found-current")]).toEqual([[], []]);
});

it("covers nothing of the page: what is at its head is beneath", async () => {
  showConsole(emptyCinema(), "overview");
  await openPalette();
  await userEvent.keyboard("find on{Enter}");
  await expect.element(input()).toHaveFocus();
  const bar = document.querySelector(".find")?.getBoundingClientRect();
  const head = document.querySelector(".page-head")?.getBoundingClientRect();
  expect(head?.top).toBeGreaterThanOrEqual(bar?.bottom ?? Number.POSITIVE_INFINITY);
});
