import { type IpcMainInvokeEvent, ipcMain } from "electron";
import { type IpcAnswer, type IpcArgument, type IpcContract, ipcContract } from "../core/ipc.ts";
import { channelOf, type IpcCall, ipcCalls } from "../core/ipc-names.ts";

/** The handler of a call without an answer may return anything. */
type Given<Call extends IpcCall> = [IpcAnswer<Call>] extends [undefined] ? unknown : IpcAnswer<Call>;

/** A handler for every call of the contract; arguments are checked by then. */
export type IpcHandlers = {
  readonly [Call in IpcCall]: (argument: IpcArgument<Call>) => Given<Call> | Promise<Given<Call>>;
};

/** Whether an address is a page of these; asked anew at each call, since the server's address can change. */
type OwnPages = Readonly<Record<IpcContract[IpcCall]["from"], (address: string) => boolean>>;

/** Answers every call of the contract, to the top frame of the page that may ask it, where the argument fits its schema. */
export function registerIpc(handlers: IpcHandlers, ownPages: OwnPages): void {
  for (const call of ipcCalls) {
    const { from, argument } = ipcContract[call];
    const handle = handlers[call] as (argument: unknown) => unknown;
    ipcMain.handle(channelOf(call), async (event, sent: unknown) => {
      if (!isFrom(event, ownPages[from])) throw new Error(`${call} is refused to this sender.`);
      const parsed = argument.safeParse(sent);
      if (!parsed.success)
        throw new Error(
          `${call} is refused: ${parsed.error.issues[0]?.message ?? "its argument does not fit"}.`,
        );
      return handle(parsed.data);
    });
  }
}

/** A frame that is gone by now is null; one inside the page has a parent. */
function isFrom({ senderFrame: frame }: IpcMainInvokeEvent, isOwn: (address: string) => boolean): boolean {
  return frame !== null && frame.parent === null && isOwn(frame.url);
}
