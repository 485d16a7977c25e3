import { app, BrowserWindow, dialog, ipcMain, Menu, protocol, session, Tray } from "./fake-electron.ts";

/** What a test tells the fake, over the child process's channel. */
export type Order =
  | { readonly order: "state" | "quit" }
  | { readonly order: "second-instance"; readonly args: readonly string[] }
  | { readonly order: "shell-page"; readonly url: string }
  | {
      readonly order: "invoke";
      readonly channel: string;
      readonly from: string;
      readonly argument?: unknown;
    };

/** What the fake has seen. */
export interface State {
  readonly windows: readonly {
    readonly preferences: object;
    readonly loaded: readonly string[];
    readonly calls: readonly string[];
    readonly sent: readonly (readonly [string, unknown])[];
  }[];
  readonly channels: readonly string[];
  /** Labels or roles of what is in the menu bar, and of the tray's menu. */
  readonly menu: readonly string[];
  readonly tray: readonly string[];
  readonly schemes: readonly string[];
  readonly permissionsHandled: boolean;
  readonly asked: readonly (string | undefined)[];
}

/** What a call answered, or why it was refused. */
export type Invoked = { readonly answer: unknown } | { readonly refused: string };

// Loaded beside the fake, in the process that runs the built main bundle.
app.base = process.env.FAKE_USER_DATA ?? "";
app.on("exited", (code: number) => process.exit(code));

process.on("message", (message: Order) => {
  void obey(message).then((answer) => process.send?.({ answer }));
});

async function obey(message: Order): Promise<unknown> {
  switch (message.order) {
    case "state":
      return state();
    case "second-instance":
      app.emit("second-instance", {}, [], "/", { args: message.args, cwd: "/" });
      return state();
    case "quit":
      app.quit();
      return null;
    case "shell-page":
      return shellPage(message.url);
    case "invoke":
      return invoke(message.channel, message.from, message.argument);
  }
}

function state(): State {
  const { request, check, device } = session.defaultSession;
  return {
    windows: BrowserWindow.open().map(({ options, loaded, calls, webContents }) => ({
      preferences: options.webPreferences ?? {},
      loaded,
      calls,
      sent: webContents.sent,
    })),
    channels: [...ipcMain.handlers.keys()],
    menu: (Menu.installed ?? []).map(({ label, role }) => label ?? role ?? ""),
    tray: (Tray.all[0]?.menu ?? []).map(({ label, type }) => label ?? type ?? ""),
    schemes: [...protocol.served.keys()],
    permissionsHandled: request !== null && check !== null && device !== null,
    asked: dialog.asked.map(({ detail }) => detail),
  };
}

async function shellPage(url: string): Promise<{ status: number; text: string }> {
  const answer = await protocol.served.get(new URL(url).protocol.slice(0, -1))?.({ url, method: "GET" });
  return { status: answer?.status ?? 0, text: (await answer?.text()) ?? "" };
}

async function invoke(channel: string, from: string, argument: unknown): Promise<Invoked> {
  try {
    const handler = ipcMain.handlers.get(channel);
    if (handler === undefined) return { refused: `no handler for ${channel}` };
    return { answer: await handler({ senderFrame: { url: from, parent: null } }, argument) };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
