import { expect, it } from "vitest";
import { page } from "vitest/browser";
import type { ChosenWorkspace, DesktopBridge, WorkspaceFolder } from "../../../src/core/ipc.ts";
import { Chooser } from "../../../src/renderer/chooser/Chooser.tsx";
import { createChooserStore } from "../../../src/renderer/chooser/chooser-store.ts";
import { emptyCinema } from "../../helpers/dom/cinema-place.ts";
import { showPart } from "../../helpers/dom/show.tsx";

/** The chooser of a first run, whose folder is of this kind; what it asks the app to open, and the answer to that. */
function showChooser(kind: WorkspaceFolder["kind"], problem: string | null = null) {
  const opened: ChosenWorkspace[] = [];
  let answer = () => {};
  const answered = new Promise<void>((done) => {
    answer = done;
  });
  const suggested = { path: "/own", kind, problem };
  const bridge = {
    getChooser: async () => ({ firstRun: true, suggested, picked: null, recents: [] }),
    openWorkspace: async (chosen: ChosenWorkspace) => {
      opened.push(chosen);
      await answered;
      return { problem: "It is on a disk that is gone." };
    },
  } as unknown as DesktopBridge;
  showPart(emptyCinema(), <Chooser store={createChooserStore()} bridge={bridge} />);
  return { opened, answer };
}

const button = (name: string) => page.getByRole("button", { name, exact: true });
const starts = ["Start empty", "Start with a show", "Start with the demo"];

it("opens a workspace as it was left, and asks nothing more", async () => {
  const { opened } = showChooser("workspace");
  await button("Open").click();
  expect(opened).toEqual([{ folder: "suggested", start: "empty" }]);
  for (const name of starts) await expect.element(button(name)).not.toBeInTheDocument();
});

it.each(["new", "empty"] as const)(
  "asks what a workspace in a folder that is %s begins with",
  async (kind) => {
    const { opened } = showChooser(kind);
    for (const name of starts) await expect.element(button(name)).toBeEnabled();
    await expect.element(page.getByRole("radio")).toHaveAccessibleDescription(/^The folder /);
    expect(document.querySelector(".field-error")).toBeNull();
    await expect.element(button("Open")).not.toBeInTheDocument();
    await button("Start with a show").click();
    expect(opened).toEqual([{ folder: "suggested", start: "show" }]);
  },
);

it("opens nothing in a folder that can't be used", async () => {
  showChooser("unusable", "It can't be written to.");
  for (const name of starts) await expect.element(button(name)).toBeDisabled();
  await expect.element(page.getByText("It can't be written to.")).toHaveClass("field-error");
});

it("is asked once, and says why nothing was opened", async () => {
  const { answer } = showChooser("workspace");
  await button("Open").click();
  await expect.element(button("Opening…")).toBeDisabled();
  answer();
  await expect.element(page.getByRole("alert")).toHaveTextContent("It is on a disk that is gone.");
  await expect.element(button("Open")).toBeEnabled();
});
