import { expect, it } from "vitest";
import { page, userEvent } from "vitest/browser";
import { ToastStack } from "../../../src/renderer/frame/ToastStack.tsx";
import { offerUndo } from "../../../src/renderer/stores/toasts-store.ts";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

const offered = async () => {
  const { console } = showPart(emptyCinema(), <ToastStack />);
  const offer = (text: string) => offerUndo(console.toasts, text, { undo: () => undefined });
  offer("Deleted “Hero”");
  const stack = page.getByRole("region", { name: "Messages" });
  await expect.element(page.getByText("Deleted “Hero”")).toBeVisible();
  return { offer, stack, undo: page.getByRole("button", { name: "Undo" }) };
};

it("holds the messages while the pointer is there, though the focus has gone", async () => {
  const { stack, undo } = await offered();
  await userEvent.hover(page.getByText("Deleted “Hero”"));
  await expect.element(stack).toHaveClass("is-held");
  (undo.element() as HTMLElement).focus();
  (undo.element() as HTMLElement).blur();
  await expect.element(stack).toHaveClass("is-held");
  await userEvent.unhover(page.getByText("Deleted “Hero”"));
  await expect.element(stack).not.toHaveClass("is-held");
});

it("does not hold a message that comes up below a pointer that rests: nobody went there", async () => {
  const { offer, stack, undo } = await offered();
  await userEvent.hover(page.getByText("Deleted “Hero”"));
  await expect.element(stack).toHaveClass("is-held");
  (undo.element() as HTMLElement).click();
  await expect.element(page.getByText("Deleted “Hero”")).not.toBeInTheDocument();
  await expect.element(stack).not.toHaveClass("is-held");
  const below = new Promise((resolve) =>
    stack.element().addEventListener("pointerover", resolve, { once: true }),
  );
  offer("Deleted “Banner”");
  await below;
  expect(stack.element().classList).not.toContain("is-held");
  await userEvent.hover(page.getByText("Deleted “Banner”"), { position: { x: 5, y: 5 } });
  await expect.element(stack).toHaveClass("is-held");
});

it("are never taller than the window: many scroll, the newest in sight", async () => {
  const { offer, stack } = await offered();
  for (let number = 1; number <= 30; number += 1) offer(`Deleted “Hero ${number}”`);
  const newest = page.getByText("Deleted “Hero 30”");
  await expect.element(newest).toBeVisible();
  const { top, bottom } = stack.element().getBoundingClientRect();
  expect([top >= 0, bottom <= innerHeight]).toEqual([true, true]);
  const box = newest.element().getBoundingClientRect();
  await expect.poll(() => newest.element().getBoundingClientRect().bottom <= bottom).toBe(true);
  expect(box.height).toBeGreaterThan(10);
});

it("lets go of them when what had the focus goes with its message", async () => {
  const { offer, stack, undo } = await offered();
  offer("Deleted “Banner”");
  await expect.element(page.getByText("Deleted “Banner”")).toBeVisible();
  (undo.first().element() as HTMLElement).focus();
  await expect.element(stack).toHaveClass("is-held");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText("Deleted “Hero”")).not.toBeInTheDocument();
  await expect.element(stack).not.toHaveClass("is-held");
});
