import { dialog } from "electron";

const choices = {
  restart: "Restart",
  logs: "Open Logs",
  data: "Open Data Folder",
  choose: "Choose Another Workspace…",
  quit: "Quit",
} as const;
export type FailureChoice = keyof typeof choices;
const order = Object.keys(choices) as FailureChoice[];

/** Says why the server is not there, and asks what to do about it. */
export async function askAfterFailure(title: string, reason: string): Promise<FailureChoice> {
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
  return order[response] ?? "quit";
}
