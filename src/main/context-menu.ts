import {
  app,
  type BrowserWindow,
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
} from "electron";
import { tellProblem } from "./message-box.ts";
import { messageOf } from "./message-of.ts";
import { webAddress } from "./own-pages.ts";

type Clicked = Pick<ContextMenuParams, "isEditable" | "selectionText" | "linkURL" | "x" | "y">;

/** What a right click offers: the system's own ways with text, a link's address, and in development the inspector. */
function contextMenu(
  params: Clicked,
  copyLink: (link: string) => void,
  inspect: (() => void) | null,
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, linkURL } = params;
  const link = webAddress(linkURL);
  return [
    ...(isEditable ? [{ role: "cut" } as const] : []),
    ...(isEditable || selectionText !== "" ? [{ role: "copy" } as const] : []),
    ...(isEditable ? [{ role: "paste" } as const] : []),
    { role: "selectAll" },
    ...(link === null ? [] : [{ label: "Copy Link", click: () => copyLink(link) }]),
    ...(inspect === null ? [] : [{ type: "separator" } as const, { label: "Inspect", click: inspect }]),
  ];
}

export function showContextMenu(window: BrowserWindow, params: Clicked): void {
  const inspect = () => window.webContents.inspectElement(params.x, params.y);
  const copyLink = (link: string) =>
    void clipboard
      .writeText(link)
      .catch((error) => tellProblem(window, "The address could not be copied.", messageOf(error)));
  Menu.buildFromTemplate(contextMenu(params, copyLink, app.isPackaged ? null : inspect)).popup({ window });
}
