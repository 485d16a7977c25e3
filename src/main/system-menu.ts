import { Menu, type MenuItemConstructorOptions } from "electron";

/** A menu that the system shows: replaced only where it would read otherwise, since one that is open closes by that. */
export class SystemMenu {
  private readonly install: (menu: Menu) => void;
  private text = "";

  constructor(install: (menu: Menu) => void) {
    this.install = install;
  }

  show(template: MenuItemConstructorOptions[]): void {
    const text = JSON.stringify(template);
    if (text === this.text) return;
    this.text = text;
    this.install(Menu.buildFromTemplate(template));
  }
}
