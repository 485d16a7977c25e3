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

/** Says why the server is not there, and asks what to do about it; opens folders until that is decided. */
export async function askAfterFailure(
  title: string,
  reason: string,
  openFolder: (which: "logs" | "data") => Promise<unknown>,
): Promise<FailureDecision> {
  const { response } = await dialog.showMessageBox({
    type: "error",
    title: "Understudy",
    message: title,
    detail: reason,
    buttons: order.map((choice) => choices[choice]),
    defaultId: order.indexOf("restart"),
    cancelId: order.indexOf("quit"),
    noLink: true,
  });
  const choice = order[response] ?? "quit";
  if (choice !== "logs" && choice !== "data") return choice;
  await openFolder(choice);
  return askAfterFailure(title, reason, openFolder);
}
