import { MoreMenu } from "../../parts/MoreMenu.tsx";

interface TribeMenuProps {
  readonly name: string;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

/** What can be done with a Tribe as a whole. */
export function TribeMenu({ name, onRename, onDuplicate, onDelete }: TribeMenuProps) {
  return (
    <MoreMenu
      label={`Actions for ${name}`}
      items={[
        { label: "Rename…", run: onRename },
        { label: "Duplicate", run: onDuplicate },
        null,
        { label: "Delete", run: onDelete },
      ]}
    />
  );
}
