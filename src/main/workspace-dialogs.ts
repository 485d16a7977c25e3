import { basename } from "node:path";
import type { BrowserWindow } from "electron";
import { messageBox, tellProblem } from "./message-box.ts";

type Window = BrowserWindow | null;
const named = (path: string): string => `“${basename(path)}”`;

interface Switch {
  readonly path: string;
  /** Nothing is there yet: it would be made. */
  readonly isNew: boolean;
  /** Another one is open. */
  readonly stops: boolean;
}

/** Asks whether to change to the workspace that a second launch named; one that is not there yet would be created. */
export async function askWhetherToSwitch(window: Window, { path, isNew, stops }: Switch): Promise<boolean> {
  const sentences = [
    ...(isNew ? ["There is none in this folder yet."] : []),
    ...(stops ? ["The server stops on the workspace that is open now, and starts on this one."] : []),
  ];
  const response = await messageBox(window, {
    type: "question",
    message: isNew
      ? `Create a new workspace in ${named(path)}?`
      : `Open the workspace ${named(path)} instead?`,
    detail: `${path}\n\n${sentences.join(" ")}`,
    buttons: [isNew ? "Create Workspace" : "Open Workspace", "Cancel"],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}

/** A recent workspace can't be opened, and none is made in its place: asks whether to take it off the list. */
export async function askWhetherToForget(window: Window, path: string, problem: string): Promise<boolean> {
  const response = await messageBox(window, {
    type: "warning",
    message: `The workspace ${named(path)} can't be opened.`,
    detail: `${path}\n\n${problem}`,
    buttons: ["Remove from List", "Cancel"],
    defaultId: 1,
    cancelId: 1,
  });
  return response === 0;
}

/** Why a workspace did not open; what ran before runs again. */
export const tellWentBack = (
  window: Window,
  { path, problem, before }: { readonly path: string; readonly problem: string; readonly before: string },
): Promise<void> =>
  tellProblem(
    window,
    `The workspace ${named(path)} could not be opened.`,
    `${problem}\n\n${named(before)} is open again.`,
  );
