import { expect, it, onTestFinished, vi } from "vitest";
import { page } from "vitest/browser";
import { CodeBlock } from "../../../src/renderer/parts/CodeBlock.tsx";
import { SecretModal } from "../../../src/renderer/settings/SecretModal.tsx";
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

it("is not lost by a press beside it, where it is shown this once", async () => {
  const close = vi.fn();
  showPart(
    emptyCinema(),
    <SecretModal title="A token" about="Shown once." noun="token" secret="us_pat_1" onClose={close} />,
  );
  await expect.element(page.getByText("us_pat_1")).toBeVisible();
  await page
    .elementLocator(document.querySelector(".overlay") as Element)
    .click({ position: { x: 5, y: 5 } });
  expect(close).not.toHaveBeenCalled();
  await page.getByRole("button", { name: "Done" }).click();
  expect(close).toHaveBeenCalledOnce();
});

it("is copied in a dialog, too, where the browser has no clipboard for the page; where nothing was, it says so", async () => {
  const copied: string[] = [];
  const note = () => void copied.push(String(document.getSelection()));
  document.addEventListener("copy", note);
  onTestFinished(() => document.removeEventListener("copy", note));
  vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new Error("It is denied."));
  showPart(
    emptyCinema(),
    <SecretModal title="A token" about="Shown once." noun="token" secret="us_pat_1" onClose={() => {}} />,
  );
  const copy = page.getByRole("button", { name: "Copy", exact: true });
  await copy.click();
  const said = () => document.querySelector(".copy [role=status]")?.textContent;
  await expect.poll(said).toBe("Copied");
  expect(copied).toEqual(["us_pat_1"]);
  await expect.element(copy).toHaveFocus();
  vi.spyOn(document, "execCommand").mockReturnValue(false);
  await copy.click();
  await expect.poll(said).toBe("Not copied");
});
