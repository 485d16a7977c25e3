import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  createToastsStore,
  hold,
  offerUndo,
  toastTime,
  undo,
} from "../../../../src/renderer/stores/toasts-store.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const set = () => {
  const store = createToastsStore();
  const commit = vi.fn();
  const offer = () => offerUndo(store, "Deleted “Hero”", { undo: () => undefined, commit });
  return { store, commit, offer };
};

describe("a toast stands still", () => {
  it("while the pointer is at it, though the focus has come and gone", () => {
    const { store, commit, offer } = set();
    offer();
    hold(store, { pointer: true });
    hold(store, { focus: true });
    hold(store, { focus: false });
    vi.advanceTimersByTime(2 * toastTime);
    expect(commit).not.toHaveBeenCalled();
    hold(store, { pointer: false });
    vi.advanceTimersByTime(toastTime - 1);
    expect(commit).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(commit).toHaveBeenCalledOnce();
  });

  it("while the focus is at it, though the pointer has left", () => {
    const { store, commit, offer } = set();
    hold(store, { focus: true });
    offer();
    hold(store, { pointer: true });
    hold(store, { pointer: false });
    vi.advanceTimersByTime(2 * toastTime);
    expect(commit).not.toHaveBeenCalled();
  });
});

it("takes whoever was at the last one with it", () => {
  const { store, commit, offer } = set();
  hold(store, { pointer: true });
  undo(store, offer());
  offer();
  vi.advanceTimersByTime(toastTime);
  expect(commit).toHaveBeenCalledOnce();
});
