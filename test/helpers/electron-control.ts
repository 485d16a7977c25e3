import type { MenuItemConstructorOptions } from "electron";
import {
  app,
  BrowserWindow,
  dialog,
  ipcMain,
  Menu,
  protocol,
  sentMessages,
  session,
  shell,
  Tray,
} from "./fake-electron.ts";

/** What a test tells the fake, over the child process's channel. */
export type Order =
  | { readonly order: "state" | "quit" | "close" }
  | { readonly order: "second-instance"; readonly args: readonly string[] }
  | { readonly order: "shell-page"; readonly url: string }
  /** What the person will say next: the labels of buttons, and the folders of pickers. */
  | { readonly order: "person"; readonly answers?: readonly string[]; readonly picks?: readonly string[] }
  /** Chooses from the menu bar, e.g. `["Go", "Tribes"]`; or from the tray, beginning with `Tray`. */
  | { readonly order: "choose"; readonly path: readonly string[] }
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
    readonly icons: readonly string[];
    readonly sent: readonly (readonly [string, unknown])[];
  }[];
  readonly channels: readonly string[];
  /** Labels or roles of what is in the menu bar, and of the tray's menu. */
  readonly menu: readonly string[];
  readonly tray: readonly string[];
  readonly schemes: readonly string[];
  readonly permissionsHandled: boolean;
  readonly asked: readonly (string | undefined)[];
  /** Folders that were shown in the system's file manager, and addresses in its browser. */
  readonly revealed: readonly string[];
  readonly opened: readonly string[];
}

/** What a call answered, or why it was refused. */
export type Invoked = { readonly answer: unknown } | { readonly refused: string };

// Loaded beside the fake, in the process that runs the built main bundle.
app.base = process.env.FAKE_USER_DATA ?? "";
app.on("exited", (code: number) => process.exit(code));

process.on("message", ({ id, ...order }: Order & { readonly id: number }) => {
  void obey(order as Order).then((answer) => process.send?.({ id, answer }));
});
sentMessages.on("message", (channel: string, payload: unknown) =>
  process.send?.({ sent: [channel, payload] }),
);

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
    case "close":
      return BrowserWindow.open()[0]?.close() ?? null;
    case "person":
      dialog.answers.push(...(message.answers ?? []));
      dialog.picks.push(...(message.picks ?? []));
      return null;
    case "choose":
      return choose(message.path);
    case "shell-page":
      return shellPage(message.url);
    case "invoke":
      return invoke(message.channel, message.from, message.argument);
  }
}

function state(): State {
  const { request, check, device } = session.defaultSession;
  return {
    windows: BrowserWindow.open().map(({ options, loaded, calls, icons, webContents }) => ({
      preferences: options.webPreferences ?? {},
      loaded,
      calls,
      icons,
      sent: webContents.sent,
    })),
    channels: [...ipcMain.handlers.keys()],
    menu: (Menu.installed ?? []).map(({ label, role }) => label ?? role ?? ""),
    tray: (Tray.all[0]?.menu ?? []).map(({ label, type }) => label ?? type ?? ""),
    schemes: [...protocol.served.keys()],
    permissionsHandled: request !== null && check !== null && device !== null,
    asked: dialog.asked.map(({ detail }) => detail),
    revealed: shell.revealed,
    opened: shell.opened,
  };
}

/** Clicks an item of a menu; gives whether there is one. */
function choose([first = "", ...rest]: readonly string[]): boolean {
  const top = first === "Tray" ? Tray.all[0]?.menu : submenuOf(Menu.installed ?? [], first);
  const path = rest.slice(0, -1);
  const items = path.reduce((menu, label) => submenuOf(menu, label), top ?? []);
  const item = items.find(({ label }) => label === rest.at(-1));
  (item?.click as (() => void) | undefined)?.();
  return item !== undefined;
}

function submenuOf(menu: MenuItemConstructorOptions[], label: string): MenuItemConstructorOptions[] {
  const found = menu.find((item) => (item.label ?? item.role) === label)?.submenu;
  return Array.isArray(found) ? found : [];
}

/** What its own scheme answers; the body in base64. */
async function shellPage(url: string): Promise<object> {
  const answer = await protocol.served.get(new URL(url).protocol.slice(0, -1))?.({ url, method: "GET" });
  if (answer === undefined) return { status: 0, text: "", type: "", policy: "" };
  return {
    status: answer.status,
    text: Buffer.from(await answer.arrayBuffer()).toString("base64"),
    type: answer.headers.get("content-type") ?? "",
    policy: answer.headers.get("content-security-policy") ?? "",
  };
}

async function invoke(channel: string, from: string, argument: unknown): Promise<Invoked> {
  try {
    const handler = ipcMain.handlers.get(channel);
    if (handler === undefined) return { refused: `no handler for ${channel}` };
    const answer = await handler({ senderFrame: { url: from, parent: null } }, argument);
    return { answer: answer ?? null };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
}
