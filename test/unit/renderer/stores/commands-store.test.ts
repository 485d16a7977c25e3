import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  type Command,
  createCommandsStore,
  currentCommands,
  isOfPage,
  offerCommands,
  runWhenOffered,
} from "../../../../src/renderer/stores/commands-store.ts";

const command = (title: string, more: Partial<Command> = {}): Command => ({
  id: "users/new",
  title,
  group: "Users",
  run: () => {},
  ...more,
});

it("tells the page's own commands from those of every page, and of others", () => {
  const all = [
    command("New user"),
    command("Go to Users", { group: "Go to" }),
    command("New Tribe", { group: "Tribes", elsewhere: true }),
  ];
  expect(all.map(isOfPage)).toEqual([true, false, false]);
});

describe("commands that lead elsewhere", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it.each([
    ["before", ["here", "there"]],
    ["after", ["there", "here"]],
  ])("stand back for the page's own, offered %s", (_, order) => {
    const store = createCommandsStore();
    for (const title of order) offerCommands(store, [command(title, { elsewhere: title === "there" })]);
    expect(currentCommands(store.getState()).map(({ title }) => title)).toEqual(["here"]);
  });

  it("run the page's own as soon as it is offered, once", () => {
    const store = createCommandsStore();
    const run = vi.fn();
    offerCommands(store, [
      command("there", { elsewhere: true, run: () => runWhenOffered(store, "users/new") }),
    ]);
    currentCommands(store.getState())[0]?.run();
    expect(run).not.toHaveBeenCalled();
    offerCommands(store, [command("here", { run })]);
    offerCommands(store, [command("other", { id: "other" })]);
    vi.runAllTimers();
    expect(run).toHaveBeenCalledOnce();
  });

  it("do nothing where the page can't do it now", () => {
    const store = createCommandsStore();
    const run = vi.fn();
    offerCommands(store, [command("here", { run, blocked: "read only" })]);
    runWhenOffered(store, "users/new");
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
  });

  it("give up on a page that never offers it", () => {
    const store = createCommandsStore();
    const run = vi.fn();
    runWhenOffered(store, "users/new");
    vi.runAllTimers();
    offerCommands(store, [command("here", { run })]);
    vi.runAllTimers();
    expect(run).not.toHaveBeenCalled();
  });
});
