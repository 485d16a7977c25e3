import type { SyntheticEvent } from "react";
import { NameInPlace } from "../../parts/NameInPlace.tsx";
import { useAct } from "../../parts/use-form.ts";
import { useActions } from "../part-actions.ts";
import { type TreeTarget, targetName } from "./tree-items.ts";

interface RenameFieldProps {
  readonly target: TreeTarget;
  readonly className: string;
  readonly onDone: () => void;
}

export function RenameField({ target, className, onDone }: RenameFieldProps) {
  const before = targetName(target);
  const actions = useActions();
  const act = useAct();
  const rename = (wanted: string) =>
    act({
      send: async () => {
        if (target.kind === "collection") await actions.renameCollection(target.collection, wanted);
        else await actions.renamePart(target, wanted);
        return {};
      },
      failure: `“${before}” was not renamed to “${wanted}”.`,
    });
  return (
    <NameInPlace
      className={`input ${className}`}
      name={before}
      onClick={keepFromRow}
      onKeyDown={keepFromRow}
      onRename={rename}
      onDone={onDone}
    />
  );
}

const keepFromRow = (event: SyntheticEvent): void => event.stopPropagation();
