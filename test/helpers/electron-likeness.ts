import type { EventEmitter } from "node:events";
import type * as electron from "electron";
import type * as fake from "./fake-electron.ts";

/**
 * Whether the stand-in is Electron's: what it has of Electron's own takes what that takes, or a narrower kind of it, and gives a part
 * of what that gives. The compiler checks it, against Electron's own `electron.d.ts`.
 */
type Fits<Fake, Real> = {
  [Key in Exclude<keyof Fake & keyof Real, keyof EventEmitter | Own>]: Real[Key] extends (
    ...given: infer Given
  ) => infer Answer
    ? Fake[Key] extends (...given: infer Taken) => infer Mine
      ? [Agree<Given, Taken>, Mine extends Part<Answer> ? true : ["gives", Mine]] extends [true, true]
        ? true
        : [Taken, Mine, "is not", Given, Answer]
      : ["is no function"]
    : true;
};
/** These are handed what the stand-in made itself: its menus know their template. */
type Own = "setApplicationMenu" | "setContextMenu" | "setMenu";
type Agree<Given, Taken> = Given extends Taken ? true : Taken extends Given ? true : false;
/** A part of what Electron gives; what it gives for nothing may be anything. */
type Part<Real> =
  Real extends Promise<infer Value>
    ? Promise<Part<Value>>
    : Real extends void
      ? unknown
      : Real extends object
        ? { readonly [Key in keyof Real]?: unknown }
        : Real;
type AllTrue<Found> = { [Key in keyof Found]: true };

/** A type argument that does not fit is the compiler's error. */
type Check<Found extends AllTrue<Found>> = Found;
type Instance<Class extends abstract new (...given: never) => unknown> = InstanceType<Class>;

export type ElectronLikeness = [
  Check<Fits<typeof fake.app, typeof electron.app>>,
  Check<Fits<typeof fake.dialog, typeof electron.dialog>>,
  Check<Fits<typeof fake.shell, typeof electron.shell>>,
  Check<Fits<typeof fake.clipboard, typeof electron.clipboard>>,
  Check<Fits<typeof fake.safeStorage, typeof electron.safeStorage>>,
  Check<Fits<typeof fake.protocol, typeof electron.protocol>>,
  Check<Fits<typeof fake.screen, typeof electron.screen>>,
  Check<Fits<typeof fake.ipcMain, typeof electron.ipcMain>>,
  Check<Fits<typeof fake.crashReporter, typeof electron.crashReporter>>,
  Check<Fits<typeof fake.nativeImage, typeof electron.nativeImage>>,
  Check<Fits<typeof fake.Menu, typeof electron.Menu>>,
  Check<Fits<fake.BrowserWindow, electron.BrowserWindow>>,
  Check<Fits<fake.BrowserWindow["webContents"], electron.WebContents>>,
  Check<Fits<Instance<typeof fake.Tray>, electron.Tray>>,
  Check<Fits<Instance<typeof fake.Notification>, electron.Notification>>,
  Check<Fits<typeof fake.session.defaultSession, electron.Session>>,
];
