import { dialog } from "electron";

const choices = {
  restart: "Restart",
  logs: "Open Logs",
  data: "Open Data Folder",
  choose: "Choose Another Workspace…",
  quit: "Quit",
} as const;
type Choice = keyof typeof choices;
const order = Object.keys(choices) as Choice[];
/** What was decided, once looking at folders is over. */
export type FailureDecision = Exclude<Choice, "logs" | "data">;

interface Asked {
  readonly title: string;
  readonly reason: string;
  readonly openFolder: (which: "logs" | "data") => Promise<unknown>;
  /** Closes the dialog; its answer then means nothing. */
  readonly signal: AbortSignal;
}

/** Says why the server is not there, and asks what to do about it; opens folders until that is decided. */
export async function askAfterFailure(asked: Asked): Promise<FailureDecision> {
  const { response } = await dialog.showMessageBox({
    type: "error",
    title: "Understudy",
    message: asked.title,
    detail: asked.reason,
    buttons: order.map((choice) => choices[choice]),
    defaultId: order.indexOf("restart"),
    cancelId: order.indexOf("quit"),
    noLink: true,
    signal: asked.signal,
  });
  const choice = order[response] ?? "quit";
  if (choice !== "logs" && choice !== "data") return choice;
  await asked.openFolder(choice);
  return askAfterFailure(asked);
}
