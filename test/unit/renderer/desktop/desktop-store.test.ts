import { expect, it } from "vitest";
import type { DesktopBridge, DesktopState } from "../../../../src/core/ipc.ts";
import { createDesktopStore, followDesktop } from "../../../../src/renderer/desktop/desktop-store.ts";

type Tell = (state: DesktopState) => void;
const stateOf = (ingestion: string) => ({ ingestion }) as unknown as DesktopState;

/** A bridge that answers when the test lets it. */
function setUp() {
  let answer: Tell = () => {};
  let change: Tell = () => {};
  const bridge = {
    getDesktop: () => new Promise<DesktopState>((resolve) => (answer = resolve)),
    on: (_name: string, listener: Tell) => {
      change = listener;
      return () => {};
    },
  } as unknown as DesktopBridge;
  const store = createDesktopStore();
  followDesktop(store, bridge);
  const shown = async () => {
    await Promise.resolve();
    return (store.getState().state as { ingestion: string } | null)?.ingestion;
  };
  return {
    answer: (state: string) => answer(stateOf(state)),
    change: (state: string) => change(stateOf(state)),
    shown,
  };
}

it("shows what the app answers, then what it tells", async () => {
  const { answer, change, shown } = setUp();
  answer("running");
  await Promise.resolve();
  expect(await shown()).toBe("running");
  change("paused");
  expect(await shown()).toBe("paused");
});

it("an answer that comes after something newer was told changes nothing", async () => {
  const { answer, change, shown } = setUp();
  change("paused");
  answer("running");
  await Promise.resolve();
  expect(await shown()).toBe("paused");
});
