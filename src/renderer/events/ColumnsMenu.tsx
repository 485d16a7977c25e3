import { Check, Columns3 } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useStore } from "zustand";
import { useCommands } from "../page/use-commands.ts";
import { Icon } from "../parts/Icon.tsx";
import {
  type ColumnsStore,
  columnNames,
  eventColumns,
  fixedColumns,
  toggleColumn,
} from "../stores/event-columns.ts";

/** Chooses the list's columns; this browser remembers them. */
export function ColumnsMenu({ columns }: { readonly columns: ColumnsStore }) {
  const shown = useStore(columns, (state) => state.shown);
  const chosen = eventColumns.filter((column) => !fixedColumns.includes(column));
  useCommands(
    chosen.map((column) => ({
      id: `events/column/${column}`,
      title: `${shown.includes(column) ? "Hide" : "Show"} the column ${columnNames[column]}`,
      group: "Events",
      keywords: ["columns events"],
      run: () => toggleColumn(columns, column),
    })),
  );
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="btn btn-quiet">
        <Icon of={Columns3} />
        Columns
      </DropdownMenu.Trigger>
      <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
        {chosen.map((column) => (
          <DropdownMenu.CheckboxItem
            key={column}
            checked={shown.includes(column)}
            onCheckedChange={() => toggleColumn(columns, column)}
            onSelect={(event) => event.preventDefault()}
          >
            <span className="menu-mark">{shown.includes(column) && <Icon of={Check} size={14} />}</span>
            {columnNames[column]}
          </DropdownMenu.CheckboxItem>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu.Root>
  );
}
