import { useRef, useState } from "react";
import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { FindBar } from "../../../src/renderer/frame/FindBar.tsx";
import { Outline } from "../../../src/renderer/rules/Outline.tsx";
import { showPart } from "../../helpers/dom/show.tsx";
import { cinemaWithTribes } from "../../helpers/dom/tribes.ts";

const total = 1000;
const none: ReadonlySet<string> = new Set();
const rows = Array.from({ length: total }, (_, at) => ({
  id: `exp_${at}`,
  name: `Experience ${at}`,
  depth: 0 as const,
  cells: [{ item: null, shown: true }],
}));

interface ManyRowsProps {
  readonly first?: string | null;
  readonly all?: typeof rows;
}

function ManyRows({ first = null, all = rows }: ManyRowsProps) {
  const [chosen, setChosen] = useState(first);
  return (
    <div id="view" style={{ height: 400, overflow: "auto" }}>
      <Outline
        groups={[{ key: "homepage", name: "Homepage", rows: all }]}
        heads={["Published"]}
        chosen={chosen}
        changed={none}
        note={({ id }) => (id === "exp_0" ? "differs" : null)}
        onShow={(id) => setChosen(id === chosen ? null : id)}
      />
    </div>
  );
}

const row = (at: number) => document.querySelector<HTMLElement>(`[data-why="exp_${at}"]`);
const drawn = () => document.querySelectorAll("[data-why]").length;
const view = () => document.querySelector("#view") as HTMLElement;

it("draws the rows of a long list once they come near, and they stay", async () => {
  showPart(cinemaWithTribes([]), <ManyRows />);
  await expect.poll(() => row(0)).not.toBeNull();
  const height = view().scrollHeight;
  expect(drawn()).toBeLessThan(200);
  view().scrollTop = height;
  await expect.poll(() => row(total - 1)).not.toBeNull();
  expect(row(0)).not.toBeNull();
  expect(drawn()).toBeLessThan(300);
  expect(Math.abs(view().scrollHeight - height)).toBeLessThan(10);
});

it("walks on with Tab past the rows that were drawn at first", async () => {
  showPart(cinemaWithTribes([]), <ManyRows />);
  await expect.poll(() => row(99)).not.toBeNull();
  expect(row(100)).toBeNull();
  row(98)?.focus();
  await userEvent.keyboard("{Tab}");
  await expect.poll(() => row(100)).not.toBeNull();
  await userEvent.keyboard("{Tab}");
  expect(document.activeElement).toBe(row(100));
});

it("keeps the ring of a row clear of the note below its name", async () => {
  showPart(cinemaWithTribes([]), <ManyRows />);
  await expect.poll(() => row(0)).not.toBeNull();
  await userEvent.keyboard("{Tab}");
  const name = row(0) as HTMLElement;
  name.focus();
  const { outlineOffset, outlineWidth } = getComputedStyle(name);
  const ring =
    name.getBoundingClientRect().bottom + Number.parseFloat(outlineOffset) + Number.parseFloat(outlineWidth);
  expect(
    name.parentElement?.querySelector(".served-note")?.getBoundingClientRect().top,
  ).toBeGreaterThanOrEqual(ring);
});

it("draws the row whose reasons are open, and keeps the focus there once they are closed", async () => {
  showPart(cinemaWithTribes([]), <ManyRows first="exp_500" />);
  await expect.poll(() => row(500)).not.toBeNull();
  row(500)?.focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => row(500)?.getAttribute("aria-expanded")).toBe("false");
  expect(document.activeElement).toBe(row(500));
});

it("draws all rows while it is printed", async () => {
  showPart(cinemaWithTribes([]), <ManyRows />);
  await expect.poll(() => row(0)).not.toBeNull();
  dispatchEvent(new Event("beforeprint"));
  await expect.poll(drawn).toBe(total);
  dispatchEvent(new Event("afterprint"));
  await expect.poll(drawn).toBeLessThan(200);
  view().scrollTop = view().scrollHeight;
  await expect.poll(() => row(total - 1)).not.toBeNull();
});

let add: () => void;
function Growing() {
  const [all, setAll] = useState(rows);
  add = () =>
    setAll([{ id: "exp_new", name: "New", depth: 0, cells: [{ item: null, shown: true }] }, ...rows]);
  return <ManyRows all={all} />;
}

it("leaves the focus with its row where one comes before", async () => {
  showPart(cinemaWithTribes([]), <Growing />);
  await expect.poll(() => row(99)).not.toBeNull();
  row(49)?.focus();
  add();
  await expect.poll(() => document.querySelector('[data-why="exp_new"]')).not.toBeNull();
  expect(document.activeElement).toBe(row(49));
});

function Searched() {
  const within = useRef<HTMLDivElement>(null);
  return (
    <>
      <FindBar within={within} onClose={() => undefined} />
      <div ref={within}>
        <ManyRows />
      </div>
    </>
  );
}

it("draws all rows while words are looked for on the page", async () => {
  showPart(cinemaWithTribes([]), <Searched />);
  await page.getByRole("textbox", { name: "Find on this page" }).fill("Experience 900");
  await expect.element(page.getByRole("status")).toHaveTextContent("1 of 1");
});
