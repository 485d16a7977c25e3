import { app, BrowserWindow, dialog, ipcMain, Menu } from "./fake-electron.ts";

/** What a test tells the fake, over the child process's channel. */
export type Order =
  | { readonly order: "state" | "second-instance" | "quit" }
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
  }[];
  readonly channels: readonly string[];
  readonly menu: boolean;
  readonly errors: readonly (readonly string[])[];
}

// Loaded beside the fake, in the process that runs the built main bundle.
app.userData = process.env.FAKE_USER_DATA ?? "";
app.on("exited", (code: number) => process.exit(code));

process.on("message", (message: Order) => {
  void obey(message).then((answer) => process.send?.({ answer }));
});

async function obey(message: Order): Promise<unknown> {
  switch (message.order) {
    case "state":
      return state();
    case "second-instance":
      app.emit("second-instance");
      return state();
    case "quit":
      app.quit();
      return null;
    case "invoke":
      return invoke(message.channel, message.from, message.argument);
  }
}

function state(): State {
  return {
    windows: BrowserWindow.all.map(({ options, loaded, calls }) => ({
      preferences: options.webPreferences ?? {},
      loaded,
      calls,
    })),
    channels: [...ipcMain.handlers.keys()],
    menu: Menu.installed !== null,
    errors: dialog.errors,
  };
}

async function invoke(channel: string, from: string, argument: unknown): Promise<string> {
  try {
    await ipcMain.handlers.get(channel)?.({ senderFrame: { url: from, parent: null } }, argument);
    return "answered";
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
