import { contextBridge, ipcRenderer } from "electron";
import type { DesktopBridge } from "../core/ipc.ts";
import {
  bridgeName,
  channelOf,
  type IpcCall,
  type IpcEvent,
  ipcCalls,
  ipcEvents,
} from "../core/ipc-names.ts";

/** How Electron begins the message of what a handler threw; the page shows the rest. */
const prefix = /^Error invoking remote method '[^']*': (\w*Error: )?/;

const invoke = (call: IpcCall) => async (argument?: unknown) => {
  try {
    return await ipcRenderer.invoke(channelOf(call), argument);
  } catch (error) {
    throw new Error(messageOf(error).replace(prefix, ""));
  }
};

/** By its shape: an error of the other side is no instance of this side's class. */
const messageOf = (error: unknown): string =>
  String((error as { readonly message?: unknown } | null | undefined)?.message ?? error);

const on = (event: IpcEvent, listener: (payload: unknown) => void): (() => void) => {
  if (!ipcEvents.includes(event)) throw new Error(`There is no event ${String(event)}.`);
  const heard = (_event: unknown, payload: unknown) => listener(payload);
  ipcRenderer.on(channelOf(event), heard);
  return () => void ipcRenderer.removeListener(channelOf(event), heard);
};

/** The page gets these functions and nothing else: never ipcRenderer itself, never an event object. */
const bridge = { ...Object.fromEntries(ipcCalls.map((call) => [call, invoke(call)])), on };

// The contract types the page's side; here each function passes on what it is given.
contextBridge.exposeInMainWorld(bridgeName, bridge as unknown as DesktopBridge);
