import { type IpcMainInvokeEvent, ipcMain, shell } from "electron";
import { type IpcChannel, type IpcContract, ipcChannels } from "../core/ipc.ts";
import { isOwnPage, webAddress } from "./web-address.ts";

interface IpcSurroundings {
  readonly platformUrl: string;
  readonly dataDir: string;
}

type Handlers = {
  readonly [Channel in IpcChannel]: (argument: unknown) => Promise<IpcContract[Channel]["answer"]>;
};

/** Answers every channel of the contract, for the top frame of one of our own pages only. */
export function registerIpc(surroundings: IpcSurroundings): void {
  const handlers = makeHandlers(surroundings);
  for (const channel of ipcChannels) {
    ipcMain.handle(channel, async (event, argument: unknown) => {
      refuseForeign(event, channel, surroundings.platformUrl);
      return handlers[channel](argument);
    });
  }
}

/** What comes over a channel is as untrusted as a request's body: each handler checks its own argument. */
function makeHandlers({ dataDir }: IpcSurroundings): Handlers {
  return {
    "data-folder:reveal": async () => {
      const problem = await shell.openPath(dataDir);
      if (problem !== "") throw new Error(problem);
    },
    "link:open": async (argument) => {
      const url = typeof argument === "string" ? webAddress(argument) : null;
      if (url === null) throw new Error("Only http and https addresses are opened.");
      await shell.openExternal(url);
    },
  };
}

function refuseForeign(event: IpcMainInvokeEvent, channel: IpcChannel, platformUrl: string): void {
  const frame = event.senderFrame;
  // A frame that is gone by now is null; one inside the page has a parent.
  const own = frame !== null && frame.parent === null && isOwnPage(frame.url, platformUrl);
  if (!own) throw new Error(`${channel} is refused to this sender.`);
}
