import { contextBridge, ipcRenderer } from "electron";
import type { DesktopBridge, IpcChannel, IpcContract } from "../core/ipc.ts";

const invoke = <Channel extends IpcChannel>(
  channel: Channel,
  argument?: IpcContract[Channel]["argument"],
): Promise<IpcContract[Channel]["answer"]> => ipcRenderer.invoke(channel, argument);

/** The page gets these functions and nothing else: never ipcRenderer itself, never an event object. */
const bridge: DesktopBridge = {
  revealDataFolder: () => invoke("data-folder:reveal"),
  openLink: (url) => invoke("link:open", url),
};

contextBridge.exposeInMainWorld("understudyDesktop", bridge);
