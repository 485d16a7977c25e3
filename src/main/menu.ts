import { Menu, type MenuItemConstructorOptions } from "electron";

/** The native menu, of the system's own roles only: copy and paste, zoom, quit work as everywhere. */
export function installMenu(platform: NodeJS.Platform): void {
  const onMac = platform === "darwin";
  const template: MenuItemConstructorOptions[] = [
    ...(onMac ? [{ role: "appMenu" } as const] : []),
    { role: "fileMenu" },
    { role: "editMenu" },
    {
      label: "View",
      submenu: [
        { role: "reload" },
        { role: "toggleDevTools" },
        { type: "separator" },
        { role: "resetZoom" },
        { role: "zoomIn" },
        { role: "zoomOut" },
        { type: "separator" },
        { role: "togglefullscreen" },
      ],
    },
    { role: "windowMenu" },
  ];
  Menu.setApplicationMenu(Menu.buildFromTemplate(template));
}
