import { Ellipsis } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Icon } from "../../parts/Icon.tsx";

interface TribeMenuProps {
  readonly name: string;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
  readonly small?: boolean;
}

/** What can be done with a Tribe as a whole. */
export function TribeMenu({ name, onRename, onDuplicate, onDelete, small = false }: TribeMenuProps) {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>
        <button
          type="button"
          className={`btn btn-icon ${small ? "btn-sm" : ""}`}
          aria-label={`Actions for ${name}`}
        >
          <Icon of={Ellipsis} />
        </button>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8} loop>
          <DropdownMenu.Item onSelect={onRename}>Rename…</DropdownMenu.Item>
          <DropdownMenu.Item onSelect={onDuplicate}>Duplicate</DropdownMenu.Item>
          <DropdownMenu.Separator />
          <DropdownMenu.Item onSelect={onDelete}>Delete</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
