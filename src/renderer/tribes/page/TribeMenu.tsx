import { type MenuItem, MoreMenu } from "../../parts/MoreMenu.tsx";

interface TribeActs {
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

/** What can be done with a Tribe as a whole. */
export const tribeItems = ({ onRename, onDuplicate, onDelete }: TribeActs): readonly (MenuItem | null)[] => [
  { label: "Rename…", run: onRename },
  { label: "Duplicate", run: onDuplicate },
  null,
  { label: "Delete", run: onDelete },
];

export function TribeMenu({ name, ...acts }: TribeActs & { readonly name: string }) {
  return <MoreMenu label={`Actions for ${name}`} items={tribeItems(acts)} />;
}
