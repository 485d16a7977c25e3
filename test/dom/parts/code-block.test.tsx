import { expect, it } from "vitest";
import { page } from "vitest/browser";
import { CodeBlock } from "../../../src/renderer/parts/CodeBlock.tsx";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

it("has no code under its copy button, however long the line and wherever it is scrolled to", async () => {
  const code = `understudy test --space ${"long-".repeat(60)} --junit report.xml`;
  showPart(emptyCinema(), <CodeBlock code={code} label="Command" copyLabel="Copy command" />);
  const copy = page.getByRole("button", { name: "Copy command" });
  await expect.element(copy).toBeVisible();
  const scroller = page.getByRole("region", { name: "Command" }).element();
  expect(scroller.scrollWidth).toBeGreaterThan(scroller.clientWidth);
  expect(scroller.getBoundingClientRect().right).toBeLessThanOrEqual(
    copy.element().getBoundingClientRect().left,
  );
});
