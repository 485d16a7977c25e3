import { useState } from "react";
import { useActions, useAttempt } from "../use-actions.ts";
import type { TreeItem } from "./tree-items.ts";

/** A name where it stands, being typed anew: Enter keeps it, Escape leaves the old one. */
export function RenameField({ item, onDone }: { readonly item: TreeItem; readonly onDone: () => void }) {
  const [name, setName] = useState(item.name);
  const actions = useActions();
  const attempt = useAttempt();
  const keep = () => {
    onDone();
    const wanted = name.trim();
    if (wanted === "" || wanted === item.name) return;
    const { target } = item;
    attempt(() =>
      target.kind === "collection"
        ? actions.renameCollection(target.collection, wanted)
        : actions.renamePart(target, wanted),
    );
  };
  return (
    <input
      className="input rename"
      aria-label={`Name of ${item.name}`}
      value={name}
      maxLength={200}
      // biome-ignore lint/a11y/noAutofocus: it stands in for the name that was asked to be changed.
      autoFocus
      onFocus={(event) => event.target.select()}
      onClick={(event) => event.stopPropagation()}
      onChange={(event) => setName(event.target.value)}
      onBlur={keep}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key === "Enter") keep();
        if (event.key === "Escape") onDone();
      }}
    />
  );
}
