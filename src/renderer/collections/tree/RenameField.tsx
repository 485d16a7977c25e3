import { useState } from "react";
import { LimitedInput } from "../../parts/LimitedInput.tsx";
import { useAct } from "../../parts/use-form.ts";
import { useTakenAway } from "../../parts/use-taken-away.ts";
import { longestName, tooLong } from "../../text/too-long.ts";
import { useActions } from "../part-actions.ts";
import { type TreeTarget, targetName } from "./tree-items.ts";

interface RenameFieldProps {
  readonly target: TreeTarget;
  readonly className: string;
  readonly onDone: () => void;
}

/** A name where it stands, being typed anew: Enter keeps it unless it is too long, Escape leaves the old one. */
export function RenameField({ target, className, onDone }: RenameFieldProps) {
  const before = targetName(target);
  const [name, setName] = useState(before);
  const actions = useActions();
  const act = useAct();
  const wanted = name.trim();
  const isTooLong = tooLong(wanted, longestName) !== null;
  const rename = () => {
    if (wanted === "" || wanted === before || isTooLong) return;
    act({
      send: async () => {
        if (target.kind === "collection") await actions.renameCollection(target.collection, wanted);
        else await actions.renamePart(target, wanted);
        return {};
      },
      failure: `“${before}” was not renamed to “${wanted}”.`,
    });
  };
  const done = useTakenAway(rename, onDone);
  const keep = () => {
    if (isTooLong) return;
    done();
    rename();
  };
  return (
    <LimitedInput
      className={`input ${className}`}
      aria-label={`Name of ${before}`}
      value={name}
      most={longestName}
      autoFocus
      onFocus={(event) => event.target.select()}
      onClick={(event) => event.stopPropagation()}
      onText={setName}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") keep();
        if (event.key === "Escape") done();
      }}
    />
  );
}
