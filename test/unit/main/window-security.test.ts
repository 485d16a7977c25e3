import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { chooserUrl } from "../../../src/main/own-pages.ts";
import { runDesktop } from "../../../src/main/run-desktop.ts";
import { startServer } from "../../../src/server/start-server.ts";
import { root } from "../../helpers/built-program.ts";
import {
  call,
  consolePage,
  fakeServer,
  freshComputer,
  onlyWindow,
  platformUrl,
  settled,
} from "../../helpers/desktop.ts";
import { eventually } from "../../helpers/eventually.ts";
import { app, BrowserWindow, clipboard, dialog, Menu, session, shell } from "../../helpers/fake-electron.ts";

vi.mock("electron", () => import("../../helpers/fake-electron.ts"));
vi.mock("../../../src/server/start-server.ts", async (original) => ({
  ...(await original<typeof import("../../../src/server/start-server.ts")>()),
  startServer: vi.fn(),
}));

let leave: () => void;
let dataDir: string;
const log = () => readFileSync(join(dataDir, ".understudy/logs/desktop.log"), "utf8");
beforeEach(async () => {
  const computer = freshComputer();
  leave = computer.leave;
  dataDir = join(computer.base, "workspace");
  mkdirSync(dataDir);
  process.argv = ["electron", "app", `--data=${dataDir}`];
  vi.mocked(startServer).mockReset().mockResolvedValue(fakeServer(dataDir));
  await runDesktop();
});
afterEach(() => leave());

/** Whether an event of the window was prevented. */
function prevented(window: BrowserWindow, event: string, url: string): boolean {
  const preventDefault = vi.fn();
  window.webContents.emit(event, { url, preventDefault });
  return preventDefault.mock.calls.length > 0;
}

/** Whether the window is kept from going there, asked in Electron's order: what the first event prevents comes to no other. */
function kept(window: BrowserWindow, url: string): boolean {
  const preventDefault = vi.fn();
  window.webContents.emit("will-frame-navigate", { url, isMainFrame: true, preventDefault });
  return preventDefault.mock.calls.length > 0 || prevented(window, "will-navigate", url);
}

const chooserWindow = async (): Promise<BrowserWindow> => {
  await call("showChooser");
  const window = BrowserWindow.all.find(({ loaded }) => loaded[0] === chooserUrl);
  if (window === undefined) throw new Error("no chooser");
  return window;
};

describe("navigating the console's window", () => {
  it.each([
    [`${platformUrl}/`, { denied: false, opened: [] }],
    [`${platformUrl}/spaces/cinema/production/events`, { denied: false, opened: [] }],
    [`${platformUrl}/launch?token=1`, { denied: false, opened: [] }],
    [`${platformUrl}/docs`, { denied: true, opened: [`${platformUrl}/docs`] }],
    [`${platformUrl}/spacesuit`, { denied: true, opened: [`${platformUrl}/spacesuit`] }],
    ["https://example.com/a", { denied: true, opened: ["https://example.com/a"] }],
    ["http://127.0.0.1:4748/spaces", { denied: true, opened: ["http://127.0.0.1:4748/spaces"] }],
    ["http://127.0.0.1.example.com:4747/", { denied: true, opened: ["http://127.0.0.1.example.com:4747/"] }],
    ["http://127.0.0.1:4747@example.com/", { denied: true, opened: ["http://127.0.0.1:4747@example.com/"] }],
    ["http://127.0.0.1:4747.example.com/", { denied: true, opened: [] }],
    [chooserUrl, { denied: true, opened: [] }],
    ["file:///etc/passwd", { denied: true, opened: [] }],
    ["javascript:alert(1)", { denied: true, opened: [] }],
    ["smb://host/share", { denied: true, opened: [] }],
  ])("to %s", (url, want) => {
    const denied = kept(onlyWindow(), url);
    expect({ denied, opened: shell.opened }).toEqual(want);
  });

  it.each(["will-redirect", "will-frame-navigate"])("refuses a foreign page by %s", (event) => {
    expect(prevented(onlyWindow(), event, "https://example.com/")).toBe(true);
    expect(prevented(onlyWindow(), event, `${platformUrl}/`)).toBe(false);
    expect(shell.opened).toEqual([]);
  });
});

describe("the chooser's window", () => {
  it("has no more rights than the console's, and shows its one page", async () => {
    const preferences = onlyWindow().options.webPreferences;
    const window = await chooserWindow();
    expect(window.options.webPreferences).toEqual(preferences);
    expect(kept(window, chooserUrl)).toBe(false);
    for (const url of [`${platformUrl}/`, "https://example.com/", "understudy-app://shell/assets/x.js"])
      expect(kept(window, url)).toBe(true);
  });
});

it.each(["did-finish-load", "did-fail-load"])(
  "is shown at %s, where the desktop never says ready, and once",
  (sign) => {
    const window = onlyWindow();
    expect(window.visible).toBe(false);
    window.webContents.emit(sign);
    expect(window.visible).toBe(true);
    window.visible = false;
    window.emit("ready-to-show");
    expect(window.visible).toBe(false);
  },
);

it("opens no second window; a web address goes to the system's browser", () => {
  const open = onlyWindow().webContents.openHandler;
  expect(open?.({ url: "https://example.com/" })).toEqual({ action: "deny" });
  expect(open?.({ url: "file:///etc/passwd" })).toEqual({ action: "deny" });
  expect(open?.({ url: `${platformUrl}/docs` })).toEqual({ action: "deny" });
  expect(shell.opened).toEqual(["https://example.com/", `${platformUrl}/docs`]);
});

it("says so where the system opens no address, and the server goes on", async () => {
  shell.refusal = "no browser is there";
  onlyWindow().webContents.openHandler?.({ url: "https://example.com/" });
  kept(onlyWindow(), `${platformUrl}/docs`);
  await settled();
  expect(dialog.asked.map(({ detail }) => detail)).toEqual([
    "https://example.com/\n\nno browser is there",
    `${platformUrl}/docs\n\nno browser is there`,
  ]);
  expect(log()).toContain("https://example.com/ could not be opened: no browser is there");
});

it("attaches no webview", () => {
  expect(prevented(onlyWindow(), "will-attach-webview", platformUrl)).toBe(true);
});

/** Every permission that Electron knows, from its own types. */
const permissions = (() => {
  const types = readFileSync(join(root, "node_modules/electron/electron.d.ts"), "utf8");
  const handlers = ["setPermissionRequestHandler", "setPermissionCheckHandler"].map(
    (name) => types.match(new RegExp(`    ${name}\\(.*`))?.[0] ?? "",
  );
  return handlers.map((handler) => [...handler.matchAll(/'([\w-]+)'/g)].map(([, name]) => name ?? ""));
})();

it("knows every permission there is", () => {
  for (const names of permissions) {
    expect(names.length).toBeGreaterThan(40);
    expect(names).toContain("openExternal");
    expect(names).toContain("clipboard-sanitized-write");
  }
});

it.each([...new Set(permissions.flat())])(
  "permission %s is denied, but for text to the clipboard",
  (name) => {
    const { request, check, device } = session.defaultSession;
    for (const [origin, isOwn] of [
      [platformUrl, true],
      ["https://example.com", false],
    ] as const) {
      const want = isOwn && name === "clipboard-sanitized-write";
      const answer = vi.fn();
      request?.(null, name, answer, { requestingUrl: `${origin}/spaces/x` });
      expect(answer.mock.calls).toEqual([[want]]);
      expect(check?.(null, name, `${origin}/`)).toBe(want);
    }
    expect(device?.()).toBe(false);
  },
);

describe("a window that breaks", () => {
  it.each([
    ["render-process-gone", { reason: "crashed" }],
    ["render-process-gone", { reason: "oom" }],
  ])("offers to reload after %s, %j", async (event, details) => {
    const window = onlyWindow();
    dialog.answers = ["Reload"];
    window.webContents.emit(event, {}, details);
    await eventually(() => expect(window.calls).toEqual(["reload"]));
  });

  it("is loaded by another process where it does not answer, without a further question", async () => {
    const window = onlyWindow();
    dialog.answers = ["Reload"];
    window.emit("unresponsive");
    await eventually(() => expect(window.calls).toEqual(["crash", "reload"]));
    await settled();
    expect(dialog.asked).toHaveLength(1);
    // The next crash is none of the app's own.
    window.webContents.emit("render-process-gone", {}, { reason: "crashed" });
    expect(dialog.asked).toHaveLength(2);
  });

  it("is left alone where nobody wants it to be reloaded", async () => {
    const window = onlyWindow();
    window.emit("unresponsive");
    await settled();
    expect(dialog.asked).toMatchObject([{ buttons: ["Reload", "Wait"] }]);
    expect(window.calls).toEqual([]);
  });

  it("asks one thing at a time, and nothing any more once the page answers again", async () => {
    dialog.waits = true;
    const window = onlyWindow();
    window.emit("unresponsive");
    window.emit("unresponsive");
    expect(dialog.asked).toHaveLength(1);
    window.emit("responsive");
    await settled();
    expect(dialog.open).toEqual([]);
    window.emit("unresponsive");
    window.webContents.emit("render-process-gone", {}, { reason: "crashed" });
    expect(dialog.open.map(({ options }) => options.message)).toEqual(["The window stopped working."]);
    // By the menu's Reload, for one.
    window.reload();
    await settled();
    expect(dialog.open).toEqual([]);
    expect(window.calls).toEqual(["reload"]);
  });

  it("says nothing where it ended as it should", async () => {
    onlyWindow().webContents.emit("render-process-gone", {}, { reason: "clean-exit" });
    await settled();
    expect(dialog.asked).toEqual([]);
  });
});

describe("the context menu", () => {
  const roles = (params: object) => {
    onlyWindow().webContents.emit(
      "context-menu",
      {},
      { isEditable: false, selectionText: "", linkURL: "", x: 3, y: 4, ...params },
    );
    return (Menu.popped.at(-1) ?? []).map(({ role, label, type }) => role ?? label ?? type);
  };

  it.each([
    ["a bare page", {}, ["selectAll"]],
    ["a selection", { selectionText: "x" }, ["copy", "selectAll"]],
    ["a field", { isEditable: true }, ["cut", "copy", "paste", "selectAll"]],
    ["a link", { linkURL: consolePage }, ["selectAll", "Copy Link"]],
    ["no web address", { linkURL: "file:///etc/passwd" }, ["selectAll"]],
  ])("on %s", (_name, params, want) => {
    app.isPackaged = true;
    expect(roles(params)).toEqual(want);
    app.isPackaged = false;
    expect(roles(params)).toEqual([...want, "separator", "Inspect"]);
  });

  it("copies a link's address", () => {
    roles({ linkURL: consolePage });
    const item = Menu.popped.at(-1)?.find(({ label }) => label === "Copy Link");
    (item?.click as (() => void) | undefined)?.();
    expect(clipboard.texts).toEqual([consolePage]);
  });

  it("says why a link's address could not be copied", async () => {
    clipboard.refusal = "another program holds it";
    roles({ linkURL: consolePage });
    const item = Menu.popped.at(-1)?.find(({ label }) => label === "Copy Link");
    (item?.click as (() => void) | undefined)?.();
    await expect
      .poll(() => dialog.asked)
      .toMatchObject([
        {
          message: "The address could not be copied.",
          detail: expect.stringContaining("another program holds it"),
        },
      ]);
  });
});
