import { useRef, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { renameCommand } from "../../model/collection-commands.ts";
import { errorAt } from "../../model/error-words.ts";
import { useCommands } from "../../page/use-commands.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { TextField } from "../../parts/Field.tsx";
import { useTakenAway } from "../../parts/use-taken-away.ts";
import type { Edited } from "../../saved/use-saved.ts";
import { longestKey, longestName } from "../../text/too-long.ts";

interface NameAndKeyProps {
  readonly value: { readonly name: string; readonly key: string };
  readonly edited: Pick<Edited<NameAndKeyProps["value"]>, "edit" | "errors">;
  /** Called when a new key is complete, not with every letter: addresses hang on it. */
  readonly onKey: (key: string) => void;
}

/** What people call a thing, and what code does. */
export function NameAndKey({ value, edited, onKey }: NameAndKeyProps) {
  const { canEdit } = useHere();
  const { edit, errors } = edited;
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? value.key).trim();
  const commit = () => {
    if (typed !== null && wanted !== value.key) onKey(wanted);
    setTyped(null);
  };
  // The address is another page's by then, and stays so.
  useTakenAway(() => {
    if (typed !== null && wanted !== value.key && wanted !== "") edit({ key: wanted }, "key");
  });
  const fields = useRef<HTMLDivElement>(null);
  const rename = () => fields.current?.querySelector("input")?.focus();
  useCommands([{ ...renameCommand(value.name), run: rename }], "editor");
  return (
    <div className="name-and-key" ref={fields}>
      <TextField
        label="Name"
        error={errorAt(errors, ["name"])}
        readOnly={!canEdit}
        value={value.name}
        most={longestName}
        onChange={(name) => edit({ name }, "name")}
      />
      <TextField
        label="Key"
        code
        error={errorAt(errors, ["key"])}
        hint="Its name in flags, addresses and generated code: apps that use the old one must be built anew."
        readOnly={!canEdit}
        value={typed ?? value.key}
        most={longestKey}
        onChange={setTyped}
        onBlur={commit}
        onKeyDown={({ key }) => key === "Enter" && commit()}
      />
    </div>
  );
}

/** Gives what is open a new key: the address goes by `ids` first, which stay. They stand below `collections`. */
export function useNewKey(
  ids: readonly string[],
  edit: (members: { readonly key: string }, mark: string) => void,
): (key: string) => void {
  const to = usePath();
  const [, navigate] = useLocation();
  const search = useSearch();
  return (key) => {
    const path = to("collections", ...ids);
    navigate(search === "" ? path : `${path}?${search}`, { replace: true });
    edit({ key }, "key");
  };
}
