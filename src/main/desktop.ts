import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { app, dialog, session, shell } from "electron";
import type { DesktopState, PreferencesPatch } from "../core/ipc.ts";
import { defaultDataDir } from "../server/locator.ts";
import { ChooserWindow } from "./chooser-window.ts";
import { askWhetherToSwitch } from "./close-dialog.ts";
import { CloseQuestion } from "./close-question.ts";
import { ConsoleWindow } from "./console-window.ts";
import { desktopCalls } from "./desktop-calls.ts";
import { desktopState } from "./desktop-state.ts";
import { ExportFolders } from "./export-folders.ts";
import { askAfterFailure } from "./failure-dialog.ts";
import { firstWorkspace } from "./first-workspace.ts";
import { denyPermissions } from "./guards.ts";
import { registerIpc } from "./ipc.ts";
import type { LaunchRequest } from "./launch-request.ts";
import { LogFile, logPath } from "./log-file.ts";
import { openAtLogin } from "./login-item.ts";
import { messageOf } from "./message-of.ts";
import { isChooserPage, isConsolePage } from "./own-pages.ts";
import { Presence } from "./presence.ts";
import { ServerHost } from "./server-host.ts";
import { ShellMemory } from "./shell-memory.ts";
import { serveShellPages } from "./shell-pages.ts";
import { WorkspaceChooser } from "./workspace-chooser.ts";

/** `out/`: this bundle is `out/main/index.js`. */
const outDir = dirname(import.meta.dirname);
const iconPath = join(dirname(outDir), "resources", "icons", "understudy-512.png");
/** How often tray and badge follow what changed by itself, in ms. */
const lookEvery = 5_000;

/** The app while it runs: one server, one console, and what the system shows of them. */
export class Desktop {
  readonly memory = new ShellMemory(join(app.getPath("userData"), "desktop.json"));
  readonly console: ConsoleWindow;
  readonly chooser = new ChooserWindow({ outDir, log: (line) => this.log(line) });
  private launch: LaunchRequest;
  private begun = false;
  private readonly host = new ServerHost((reason) => void this.serverFailed(reason));
  private presence: Presence | null = null;
  private failing = false;
  private quitting = false;
  private readonly closing = new CloseQuestion({
    isOpen: () => this.isCloseOpen,
    window: () => this.console.window,
    decide: (keepInTray) => this.changePreferences({ keepInTray }),
  });
  /** The drain, once a quit has begun. */
  private stopping: Promise<void> | null = null;
  /** Starts, stops and changes of workspace, one after the other. */
  private turn: Promise<unknown> = Promise.resolve();

  constructor(launch: LaunchRequest) {
    this.launch = launch;
    this.console = new ConsoleWindow({
      outDir,
      platformUrl: () => this.host.platformUrl,
      log: (line) => this.log(line),
      mayClose: () => this.closing.mayClose(),
      onFocus: () => this.presence?.looked(),
    });
    if (launch.path !== null) this.goTo(launch.path);
  }

  /** Once Electron is ready: everything that pages may reach, then the workspace, or the question which one. */
  async begin(): Promise<void> {
    this.begun = true;
    const isConsole = (address: string) => isConsolePage(address, this.host.platformUrl);
    denyPermissions(session.defaultSession, isConsole);
    serveShellPages(join(outDir, "renderer"));
    const calls = desktopCalls(this, new ExportFolders(this.memory), new WorkspaceChooser(this.memory));
    registerIpc(calls, { console: isConsole, chooser: isChooserPage });
    this.presence = this.appear();
    setInterval(() => this.look(), lookEvery).unref();
    const dataDir = firstWorkspace(this.launch, this.memory.data);
    this.changed();
    if (dataDir === null) this.chooser.show();
    else await this.open(dataDir, this.launch.server.seed);
  }

  /** A launch while the app runs: it has come to the front, and goes where it was asked to. */
  async launchedAgain({ dataDir, path }: LaunchRequest): Promise<void> {
    // macOS names links and files of the first launch this way too, before there can be a window.
    if (!this.begun) {
      if (dataDir !== null) this.launch = { ...this.launch, dataDir };
      if (path !== null) this.goTo(path);
      return;
    }
    this.show();
    const other = dataDir !== null && dataDir !== this.host.dataDir;
    if (other && (await askWhetherToSwitch(dataDir))) await this.switchTo(dataDir);
    if (path !== null) this.goTo(path);
  }

  private goTo(path: string): void {
    this.console.navigate({ to: "address", path });
  }

  show(): void {
    if (!this.begun) return;
    const { server } = this.host;
    if (server !== null) this.console.show(server.launchUrl);
    else if (this.host.dataDir === null) this.chooser.show();
  }

  state(): DesktopState {
    const { preferences, recents } = this.memory.data;
    const { server } = this.host;
    const dataDir = this.host.dataDir ?? defaultDataDir();
    return desktopState({ platform: process.platform, dataDir, recents, preferences, server });
  }

  changePreferences(patch: PreferencesPatch): void {
    const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
    this.memory.change({ preferences: { ...this.memory.data.preferences, ...given } });
    if (patch.openAtLogin !== undefined) openAtLogin(patch.openAtLogin, process.platform, process.env);
    this.look();
  }

  pause(paused: boolean): void {
    this.host.server?.ingestion.pause(paused);
    this.log(paused ? "Ingestion is paused." : "Ingestion goes on.");
    this.changed();
  }

  async openFolder(which: "data" | "logs"): Promise<void> {
    const dataDir = this.host.dataDir ?? defaultDataDir();
    const problem = await shell.openPath(which === "data" ? dataDir : dirname(logPath(dataDir)));
    if (problem !== "") throw new Error(problem);
  }

  /** Opens a workspace, and where it can't be, says why and asks what to do. */
  private async open(dataDir: string, seed?: string): Promise<void> {
    try {
      await this.inTurn(() => this.start(dataDir, seed));
      this.console.load(() => this.host.server?.launchUrl() ?? "about:blank");
    } catch (error) {
      await this.afterFailure("Understudy could not start", messageOf(error));
    }
  }

  switchTo(dataDir: string): Promise<void> {
    return this.open(dataDir);
  }

  /** The chooser's choice. Gives why it could not be opened; what ran before then runs again. */
  async chooseWorkspace(dataDir: string, seed: string | undefined): Promise<string | null> {
    const before = this.host.server?.dataDir ?? null;
    const problem = await this.inTurn(() => this.start(dataDir, seed)).then(() => null, messageOf);
    if (problem !== null) {
      if (before !== null) await this.open(before);
      return problem;
    }
    this.console.load(() => this.host.server?.launchUrl() ?? "about:blank");
    // What was asked for is what is seen first: the seed's Space, which is the latest.
    const key = seed === undefined ? undefined : this.host.server?.spaceKeys().at(-1)?.key;
    if (key !== undefined) this.goTo(`/spaces/${key}/development/overview`);
    this.chooser.close();
    return null;
  }

  /** Starts the server again; the page goes on where it was, unless its address is another one now. */
  async restart(): Promise<void> {
    try {
      const before = this.host.platformUrl;
      const server = await this.inTurn(() => this.host.restart());
      this.memory.noteWorkspace(server.dataDir);
      this.changed();
      if (server.platformUrl !== before || this.console.window === null) this.console.load(server.launchUrl);
    } catch (error) {
      await this.afterFailure("Understudy could not start", messageOf(error));
    }
  }

  /** Holds the quit back, however often it is asked for, until the server has drained; then ends for good. */
  willQuit(event: { preventDefault: () => void }): void {
    if (this.host.server === null && this.stopping === null) return;
    event.preventDefault();
    this.stopping ??= this.drain();
  }

  beforeQuit(): void {
    this.quitting = true;
  }

  allWindowsClosed(): void {
    const stays = this.host.server !== null && this.memory.data.preferences.keepInTray === true;
    if (process.platform !== "darwin" && !stays && !this.failing) app.quit();
  }

  /** Something went wrong that nothing handled: the server shares this process, so it is not to be trusted further. */
  async serverFailed(reason: string): Promise<void> {
    if (this.failing || this.quitting) return;
    if (this.memory.data.preferences.notifications)
      this.presence?.notify("Understudy's server stopped", reason);
    await this.inTurn(() => this.host.abandon());
    await this.afterFailure("Understudy's server stopped", reason);
  }

  log(line: string): void {
    const { dataDir } = this.host;
    if (dataDir !== null && existsSync(dataDir)) new LogFile(logPath(dataDir)).write(line);
  }

  private async start(dataDir: string, seed: string | undefined): Promise<void> {
    await this.host.stop();
    const server = await this.host.start({
      ...this.launch.server,
      dataDir,
      seed,
      log: (line) => this.log(line),
    });
    this.memory.noteWorkspace(server.dataDir);
    for (const notice of server.notices) this.log(notice);
    this.log(`Started on ${server.platformUrl} and ${server.sdkUrl}.`);
    this.changed();
  }

  private async afterFailure(title: string, reason: string): Promise<void> {
    this.log(`${title}: ${reason}`);
    process.stderr.write(`${title}: ${reason}\n`);
    this.changed();
    this.failing = true;
    const choice = await askAfterFailure(title, reason, (which) =>
      this.openFolder(which).catch((error: unknown) => this.log(messageOf(error))),
    );
    this.failing = false;
    if (choice === "restart") await this.restart();
    else if (choice === "choose") this.chooser.show();
    else await this.endAfterFailure();
  }

  private async endAfterFailure(): Promise<void> {
    this.quitting = true;
    await this.host.abandon();
    app.exit(1);
  }

  /** Whether it is still to be asked what a closed window means; macOS has its own answer. */
  private get isCloseOpen(): boolean {
    const undecided = this.memory.data.preferences.keepInTray === null;
    return undecided && !this.quitting && process.platform !== "darwin" && this.host.server !== null;
  }

  /** Follows what changes by itself: refused events, keys, Spaces. */
  private look(): void {
    this.presence?.follow(this.host.server?.ingestion.refused ?? 0, this.state());
    this.changed();
  }

  private changed(): void {
    this.presence?.update(this.state(), this.host.server);
  }

  private appear(): Presence {
    const open = () => this.show();
    return new Presence({
      iconPath,
      console: this.console,
      tray: {
        open,
        restart: () => void this.restart(),
        pause: (paused) => this.pause(paused),
        quit: () => app.quit(),
      },
      menu: {
        navigate: (to) => {
          open();
          this.console.navigate(to);
        },
        showChooser: () => this.chooser.show(),
        openRecent: (path) => void this.switchTo(path),
        revealDataFolder: () => void this.openFolder("data").catch(() => undefined),
        openLogs: () => void this.openFolder("logs").catch(() => undefined),
      },
    });
  }

  private async drain(): Promise<void> {
    try {
      await this.inTurn(() => this.host.stop());
      app.exit(0);
    } catch (error) {
      this.log(`It did not stop cleanly: ${messageOf(error)}`);
      dialog.showErrorBox("Understudy did not stop cleanly", messageOf(error));
      app.exit(1);
    }
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.turn.then(work);
    this.turn = done.catch(() => undefined);
    return done;
  }
}
