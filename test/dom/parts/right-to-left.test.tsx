import "../../../src/renderer/users/users.css";
import { Blend } from "lucide-react";
import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { LineInput } from "../../../src/renderer/parts/LineInput.tsx";
import { Tok } from "../../../src/renderer/parts/Tok.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

/** Where its first and its last letter are, and where it is cut, from the left, in px. */
function cutOf(element: Element) {
  const text = element.firstChild as Text;
  const at = (from: number) => {
    const range = document.createRange();
    range.setStart(text, from);
    range.setEnd(text, from + 1);
    return range.getBoundingClientRect();
  };
  const { left, right } = element.getBoundingClientRect();
  return { left, right, first: at(0), last: at(text.length - 1) };
}

it("cuts a long name at its own end, also where it runs from right to left", async () => {
  const arabic = "مجموعة الصفحة الرئيسية للعرض الأول يوم الجمعة القادم في السينما";
  showPart(
    emptyCinema(),
    <div data-testid="names" style={{ width: 120 }}>
      <div className="truncate">{arabic}</div>
      <div className="truncate">{"Because you watched it to the very end at home"}</div>
      <div className="truncate">{"خبر"}</div>
    </div>,
  );
  const names = page.getByTestId("names");
  await expect.element(names).toBeVisible();
  const [long, latin, short] = [...names.element().children].map(cutOf);
  expect(long?.first.right).toBeLessThanOrEqual((long?.right ?? 0) + 1);
  expect(long?.last.left).toBeLessThan(long?.left ?? 0);
  expect(latin?.first.left).toBeGreaterThanOrEqual((latin?.left ?? 0) - 1);
  // What is not cut begins where all the others do.
  expect(short?.last.left).toBeLessThan((short?.left ?? 0) + 2);
});

it("cuts a long event's name, and what a key does, at their own end", async () => {
  const arabic = "مجموعة الصفحة الرئيسية للعرض الأول يوم الجمعة القادم في السينما";
  showPart(
    emptyCinema(),
    <div style={{ width: 160 }}>
      <div className="timeline-event" style={{ display: "block" }}>
        <span className="mono event-name" style={{ display: "block" }} data-testid="event">
          {arabic}
        </span>
      </div>
      <dl className="key-map" style={{ columns: 1 }}>
        <div>
          <dt data-testid="key">{arabic}</dt>
        </div>
      </dl>
    </div>,
  );
  for (const name of ["event", "key"]) {
    const part = page.getByTestId(name);
    await expect.element(part).toBeVisible();
    const { right, left, first, last } = cutOf(part.element());
    expect([name, first.right <= right + 1, last.left < left]).toEqual([name, true, true]);
  }
});

it.each(["خبر", "News"])("keeps a word's icon clear of its name: %s", async (name) => {
  showPart(
    emptyCinema(),
    <Tok icon={Blend} look="noun">
      {name}
    </Tok>,
  );
  const word = page.getByRole("button", { name });
  await expect.element(word).toBeVisible();
  const range = document.createRange();
  range.selectNodeContents(word.element().lastChild as Text);
  const [text, icon] = [range, word.element().querySelector("svg") as Element].map((one) =>
    one.getBoundingClientRect(),
  );
  const [first, second] = [text, icon].sort((a, b) => (a?.left ?? 0) - (b?.left ?? 0));
  expect((second?.left ?? 0) - (first?.right ?? 0)).toBeGreaterThanOrEqual(3);
});

it.each([
  ["דנה 5 (VIP)", 0],
  ["VIP 5 (דנה)", 11],
])(
  "reads alike where it is typed: at the right end of %s the caret is before letter %i",
  async (name, at) => {
    showPart(emptyCinema(), <LineInput aria-label="Name" value={name} onText={() => {}} />);
    const field = page.getByRole("textbox", { name: "Name" });
    await expect.element(field).toBeVisible();
    const { width, height } = field.element().getBoundingClientRect();
    await field.click({ position: { x: width - 12, y: height / 2 } });
    expect((field.element() as HTMLInputElement).selectionStart).toBe(at);
  },
);
