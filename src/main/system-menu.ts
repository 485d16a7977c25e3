import { Menu, type MenuItemConstructorOptions } from "electron";

/** A menu that the system shows: replaced only where it would read or act otherwise, since one that is open closes by that. */
export class SystemMenu {
  private readonly install: (menu: Menu) => void;
  private text = "";
  private server: object | null = null;

  constructor(install: (menu: Menu) => void) {
    this.install = install;
  }

  /** `server`: what its items act on; after a restart they read the same and act on another one. */
  show(template: MenuItemConstructorOptions[], server: object | null): void {
    const text = JSON.stringify(template);
    if (text === this.text && server === this.server) return;
    this.text = text;
    this.server = server;
    this.install(Menu.buildFromTemplate(template));
  }
}
