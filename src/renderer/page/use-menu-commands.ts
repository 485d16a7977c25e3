import type { MenuItem } from "../parts/MoreMenu.tsx";
import { useCommands } from "./use-commands.ts";

/** Offers in the palette what a page's own menu has, which is for editors: "Delete" of `name` as "Delete Homepage". */
export function useMenuCommands(group: string, name: string, items: readonly (MenuItem | null)[]): void {
  useCommands(
    items.flatMap((item) => {
      if (item === null || item.disabled === true) return [];
      const { label, title = withName(label, name), run } = item;
      return [{ id: `${group}/${label}`, title, group, run }];
    }),
    "editor",
  );
}

const withName = (label: string, name: string): string =>
  label.endsWith("…") ? `${label.slice(0, -1)} ${name}…` : `${label} ${name}`;
