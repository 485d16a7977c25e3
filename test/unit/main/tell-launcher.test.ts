import { EventEmitter } from "node:events";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readSign } from "../../../src/core/desktop-sign.ts";
import { tellHanded, tellLauncher } from "../../../src/main/tell-launcher.ts";

const electron = vi.hoisted(() => ({ app: null as unknown }));
vi.mock("electron", () => ({
  get app() {
    return electron.app;
  },
}));

class App extends EventEmitter {
  ready = () => {};
  private readonly isReady = new Promise<void>((resolve) => {
    this.ready = resolve;
  });
  whenReady = () => this.isReady;
}

let app: App;
let said: unknown[];
beforeEach(() => {
  app = new App();
  electron.app = app;
  said = [];
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    const [line = "", rest] = String(text).split("\n");
    said.push(rest === "" ? readSign(line) : text);
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("tellLauncher", () => {
  it("tells once Electron works, and once its first window is on the screen", async () => {
    tellLauncher({ UNDERSTUDY_LAUNCHER: "1" });
    expect(said).toEqual([]);
    app.ready();
    await app.whenReady();
    expect(said).toEqual(["started"]);
    const [window, another] = [new EventEmitter(), new EventEmitter()];
    app.emit("browser-window-created", {}, window);
    app.emit("browser-window-created", {}, another);
    another.emit("show");
    expect(said).toEqual(["started"]);
    window.emit("show");
    window.emit("show");
    expect(said).toEqual(["started", "shown"]);
  });

  it("says nothing where no launcher listens", async () => {
    tellLauncher({});
    app.ready();
    await app.whenReady();
    const window = new EventEmitter();
    app.emit("browser-window-created", {}, window);
    window.emit("show");
    expect(said).toEqual([]);
  });
});

it("tells that another copy does it", () => {
  void tellHanded({});
  expect(said).toEqual([]);
  void tellHanded({ UNDERSTUDY_LAUNCHER: "1" });
  expect(said).toEqual(["handed"]);
});

describe("readSign", () => {
  it.each(["understudy-desktop: ", "understudy-desktop: ended", "understudy-desktop: shown ", "shown", ""])(
    "%j is no sign",
    (line) => {
      expect(readSign(line)).toBeNull();
    },
  );
});
