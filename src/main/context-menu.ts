import {
  app,
  type BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
} from "electron";
import { webAddress } from "./own-pages.ts";

type Clicked = Pick<ContextMenuParams, "isEditable" | "selectionText" | "linkURL" | "x" | "y">;

/** What a right click offers: the system's own ways with text, a link's address, and in development the inspector. */
export function contextMenu(params: Clicked, inspect: (() => void) | null): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, linkURL } = params;
  const link = webAddress(linkURL);
  return [
    ...(isEditable ? [{ role: "cut" } as const] : []),
    ...(isEditable || selectionText !== "" ? [{ role: "copy" } as const] : []),
    ...(isEditable ? [{ role: "paste" } as const] : []),
    { role: "selectAll" },
    ...(link === null ? [] : [{ label: "Copy Link", click: () => clipboard.writeText(link) }]),
    ...(inspect === null ? [] : [{ type: "separator" } as const, { label: "Inspect", click: inspect }]),
  ];
}

export function showContextMenu(window: BrowserWindow, params: Clicked): void {
  const inspect = () => window.webContents.inspectElement(params.x, params.y);
  Menu.buildFromTemplate(contextMenu(params, app.isPackaged ? null : inspect)).popup({ window });
}
