import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { app, type BrowserWindow, nativeTheme, session, shell } from "electron";
import type { DesktopState, PreferencesPatch } from "../core/ipc.ts";
import type { Theme } from "../core/ipc-names.ts";
import { defaultDataDir } from "../server/locator.ts";
import type { RunningServer } from "../server/start-server.ts";
import { ChooserWindow } from "./chooser-window.ts";
import { CloseQuestion } from "./close-question.ts";
import { ConsoleWindow } from "./console-window.ts";
import { menuActions, trayActions } from "./desktop-actions.ts";
import { desktopCalls } from "./desktop-calls.ts";
import { desktopState } from "./desktop-state.ts";
import { ExportFolders } from "./export-folders.ts";
import { firstWorkspace, otherWorkspace } from "./first-workspace.ts";
import { denyPermissions, refuseRequests } from "./guards.ts";
import { registerIpc } from "./ipc.ts";
import { flagsFor, type LaunchRequest, withLater } from "./launch-request.ts";
import { LogFile, logFolder } from "./log-file.ts";
import { openAtLogin, opensAtLogin, startedAtLogin } from "./login-item.ts";
import { tellProblem } from "./message-box.ts";
import { messageOf } from "./message-of.ts";
import { openInBrowser } from "./open-in-browser.ts";
import { isChooserPage, isConsolePage } from "./own-pages.ts";
import { Presence } from "./presence.ts";
import type { SentLaunch } from "./quit.ts";
import { ServerLife } from "./server-life.ts";
import { ShellMemory } from "./shell-memory.ts";
import { serveShellPages } from "./shell-pages.ts";
import { showFolder } from "./show-folder.ts";
import { licencesPath } from "./system-identity.ts";
import { isTrayShown } from "./tray.ts";
import { Turns } from "./turns.ts";
import { WorkspaceChooser } from "./workspace-chooser.ts";

/** `out/`: this bundle is `out/main/index.js`. */
const outDir = dirname(import.meta.dirname);
/** How often tray and badge follow what changed by itself, in ms. */
const lookEvery = 5_000;

/** The app while it runs: one server, one console, and what the system shows of them. */
export class Desktop {
  readonly memory = new ShellMemory(join(app.getPath("userData"), "desktop.json"));
  readonly log = (line: string): void => this.writeLog(line);
  readonly chooser = new ChooserWindow({ outDir, log: this.log });
  readonly console: ConsoleWindow;
  readonly life: ServerLife;
  private launch: LaunchRequest;
  private readonly questions = new Turns();
  private begun = false;
  /** Whether the system starts the app at login, as it said last. */
  private atLogin = false;
  private presence: Presence | null = null;

  constructor(launch: LaunchRequest) {
    this.launch = launch;
    const closing = new CloseQuestion({
      isOpen: () => this.isCloseOpen,
      window: () => this.console.window,
      hasTray: () => this.presence?.hasTray === true,
      decide: (keepInTray) => void this.changePreferences({ keepInTray }),
    });
    this.console = new ConsoleWindow({
      outDir,
      platformUrl: () => this.life.host.platformUrl,
      log: this.log,
      mayClose: () => closing.mayClose(),
      onFocus: () => {
        this.presence?.looked();
        this.askAboutLogin();
        this.changed();
      },
    });
    this.life = new ServerLife({
      console: this.console,
      chooser: this.chooser,
      memory: this.memory,
      server: (dataDir) => this.claimFlags(dataDir),
      log: this.log,
      startsHidden: () => this.startsHidden(),
      askedOver: this.askedOver,
      openFolder: (which) => this.openFolder(which),
      onChange: () => this.changed(),
      onFailed: (reason) => {
        if (this.memory.data.preferences.notifications)
          this.presence?.notify("Understudy's server stopped", reason);
      },
    });
    if (launch.path !== null) this.goTo(launch.path);
  }

  /** Once Electron is ready: everything that pages may reach, then the workspace, or the question which one. */
  async begin(): Promise<void> {
    this.begun = true;
    nativeTheme.themeSource = this.memory.data.theme;
    const isConsole = (address: string) => isConsolePage(address, this.life.host.platformUrl);
    denyPermissions(session.defaultSession, isConsole);
    refuseRequests(session.defaultSession, (address) => this.life.host.isLeft(address));
    serveShellPages(join(outDir, "renderer"));
    const calls = desktopCalls(
      this,
      new ExportFolders(
        this.memory,
        () => this.console.window,
        () => this.server?.dataDir ?? null,
      ),
      new WorkspaceChooser(this.memory, () => this.chooser.window),
    );
    registerIpc(calls, { console: isConsole, chooser: isChooserPage });
    const [tray, menu] = [trayActions(this), menuActions(this)];
    const hasTray = await isTrayShown();
    this.presence = new Presence({ console: this.console, hasTray, tray, menu, log: this.log });
    setInterval(() => void this.look(), lookEvery).unref();
    this.askAboutLogin();
    if (startedAtLogin(process.platform)) this.launch = { ...this.launch, hidden: true };
    const dataDir = await firstWorkspace(this.launch, this.memory.data);
    this.changed();
    if (dataDir === null) this.chooser.show();
    else await this.life.workspaces.open(dataDir, this.launch.server.seed);
    // Whatever opens from now on was chosen by somebody who looks at it.
    this.launch = { ...this.launch, hidden: false };
    if (dataDir !== null && this.launch.show !== null) await this.startShow(this.launch.show);
  }

  /** Begins a show: the Stage in the window, the sample app in the browser beside it. */
  async startShow(scene: string): Promise<void> {
    if (this.server === null) return;
    try {
      const { consolePath, demoUrl } = await this.server.startShow(scene);
      this.goTo(consolePath);
      await openInBrowser(demoUrl, this.askedOver, this.log);
    } catch (error) {
      await tellProblem(this.askedOver(), "The show could not begin.", messageOf(error));
    }
  }

  /** A launch while the app runs: it has come to the front, and goes where it was asked to. */
  async launchedAgain(later: LaunchRequest, sent: SentLaunch): Promise<void> {
    // macOS names links and files of the first launch this way too, before there can be a window.
    if (!this.begun) this.launch = withLater(this.launch, later);
    else if (this.life.quit.isUnderWay) return this.life.quit.launchAfter(sent);
    else if (!(await this.goOver(later))) return;
    if (later.path !== null) this.goTo(later.path);
    if (this.begun && later.show !== null) await this.startShow(later.show);
  }

  /** Of the flags some are for one workspace: where the launch named none, for the first that is opened. */
  private claimFlags(dataDir: string): LaunchRequest["server"] {
    if (this.launch.dataDir === null) this.launch = { ...this.launch, dataDir };
    return flagsFor(this.launch, dataDir);
  }

  /** Only where the tray or the dock shows that the app runs. */
  private startsHidden(): boolean {
    return this.launch.hidden && (process.platform === "darwin" || this.presence?.hasTray === true);
  }

  /** Gives whether the workspace that a launch is about is open now: the person may not want it, or it can't be opened. */
  private async goOver(later: LaunchRequest): Promise<boolean> {
    this.show();
    const isOpen = () => otherWorkspace(later, this.life.host.dataDir) === null;
    if (isOpen()) return true;
    // One question at a time: by the next one the answer to this one holds.
    await this.questions.take(() => this.openOther(later));
    return this.server !== null && isOpen();
  }

  private async openOther(later: LaunchRequest): Promise<void> {
    const dataDir = otherWorkspace(later, this.life.host.dataDir);
    if (dataDir === null) return;
    const agreed = () => {
      this.launch = withLater(this.launch, { ...later, dataDir });
    };
    await this.life.workspaces.openAsked(dataDir, { seed: later.server.seed, agreed });
  }

  goTo(path: string): void {
    this.console.navigate({ to: "address", path });
  }

  /** Brings to the front what there is to see: the console, the chooser, or why no server runs. */
  show(): void {
    const { host, quit, failure } = this.life;
    if (!this.begun || quit.isUnderWay) return;
    const { server } = host;
    if (server !== null) void this.console.show(server.launchUrl);
    if (this.chooser.window !== null) this.chooser.show();
    else if (failure.isOpen) failure.again();
    // A server that is starting brings its window by itself.
    else if (server === null && !host.isBusy) this.chooser.show();
  }

  /** The window that a question is asked over. On macOS one is opened where none is there: see `messageBox`. */
  readonly askedOver = (): BrowserWindow | null => {
    if (process.platform === "darwin" && this.openWindow === null) {
      if (this.server !== null) void this.console.show(this.server.launchUrl);
      else this.chooser.show();
    }
    return this.openWindow;
  };

  private get openWindow(): BrowserWindow | null {
    return this.console.window ?? this.chooser.window;
  }

  /** The server that answers, or null. */
  get server(): RunningServer | null {
    return this.life.host.server;
  }

  state(): DesktopState {
    const { preferences, recents } = this.memory.data;
    const { dataDir, atLogin: openAtLogin } = this;
    const { seen: server } = this.life.host;
    return desktopState({ dataDir, recents, preferences: { ...preferences, openAtLogin }, server });
  }

  /** Asks the system, whose settings can change this too: when somebody looks, not every few seconds. */
  askAboutLogin(): void {
    this.atLogin = opensAtLogin(process.platform, process.env);
  }

  /** The window's frame, menus and boxes look as the console does. */
  showTheme(theme: Theme): void {
    nativeTheme.themeSource = theme;
    if (theme !== this.memory.data.theme) this.memory.change({ theme });
  }

  async changePreferences(patch: PreferencesPatch): Promise<void> {
    if (patch.openAtLogin !== undefined) openAtLogin(patch.openAtLogin, process.platform, process.env);
    this.askAboutLogin();
    this.memory.changePreferences(patch);
    await this.look();
  }

  async pause(paused: boolean): Promise<void> {
    if (this.server === null) return;
    await this.server.pauseIngestion(paused);
    await this.life.host.look();
    this.log(paused ? "Ingestion is paused." : "Ingestion goes on.");
    this.changed();
  }

  async openLicences(): Promise<void> {
    const problem = await shell.openPath(licencesPath());
    if (problem !== "") throw new Error(problem);
  }

  async openFolder(which: "data" | "logs"): Promise<void> {
    await showFolder(which === "data" ? this.dataDir : logFolder(this.dataDir));
  }

  /** Starts the server again; where none was open, the person chooses a workspace. */
  async restart(): Promise<void> {
    if (this.life.host.dataDir === null) this.show();
    else await this.life.restart();
  }

  /** An exception that nothing handled. Without a server there is nothing to stop. */
  async serverFailed(reason: string): Promise<void> {
    if (this.life.host.dataDir === null) process.stderr.write(`${reason}\n`);
    else await this.life.failed(reason);
  }

  /** The page has lost its session: the window loads an address that opens one. */
  async signIn(): Promise<void> {
    if (this.server === null) throw new Error("The server is stopped.");
    await this.console.load(this.server.launchUrl);
  }

  allWindowsClosed(): void {
    const stays = this.hasServer && this.memory.data.preferences.keepInTray === true;
    if (process.platform !== "darwin" && !stays && !this.life.failure.isOpen) app.quit();
  }

  private get dataDir(): string {
    return this.life.host.dataDir ?? defaultDataDir();
  }

  /** Whether the person is still to be asked about closed windows. On macOS the app goes on without one. */
  private get isCloseOpen(): boolean {
    const undecided = this.memory.data.preferences.keepInTray === null;
    const { isUnderWay } = this.life.quit;
    return undecided && !isUnderWay && process.platform !== "darwin" && this.hasServer;
  }

  /** Whether a server runs, or is about to again: while it restarts there is none. */
  private get hasServer(): boolean {
    return this.server !== null || this.life.host.isBusy;
  }

  /** Follows what changes by itself: refused events, keys, Spaces. */
  private async look(): Promise<void> {
    const seen = await this.life.host.look();
    this.presence?.follow(seen?.ingestion.refused ?? 0, this.state());
    this.changed();
  }

  private changed(): void {
    this.presence?.update(this.state(), this.life.host.seen);
  }

  private writeLog(line: string): void {
    const { dataDir } = this.life.host;
    if (dataDir !== null && existsSync(dataDir)) new LogFile(dataDir).write(line);
  }
}
