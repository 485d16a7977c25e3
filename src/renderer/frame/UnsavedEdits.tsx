import { useState } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { pagePath } from "../../core/console-pages.ts";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { DialogFoot, Modal } from "../parts/Modal.tsx";
import { userAddress } from "../people/user-port.ts";
import { GoneEdit } from "../saved/GoneEdits.tsx";
import { saveWords } from "../saved/SaveState.tsx";
import type { UnsavedEdit } from "../saved/saved-objects.ts";
import { spaceOf } from "../stores/kept-edits.ts";
import { isEnvironment } from "../stores/last-place.ts";
import type { WaitingRemoval } from "../stores/removals.ts";
import { counted } from "../text/format.ts";
import { useObjects } from "./palette-objects.ts";

/** In the status bar of every page: how many edits and deletions of this Space wait, and the way to each. */
export function UnsavedEdits() {
  const { saved, removals } = useConsole();
  const { space } = useHere();
  const [open, setOpen] = useState(false);
  const unsaved = useStore(saved.store, (state) => state.unsaved);
  const here = unsaved.filter(({ key }) => spaceOf(key) === space.id);
  const waiting = useStore(removals.waiting).filter(({ spaceId = space.id }) => spaceId === space.id);
  const all = here.length + waiting.length;
  if (all === 0 && !open) return null;
  return (
    <>
      <button type="button" className="item link-button warn-link" onClick={() => setOpen(true)}>
        <span className="dot warn" /> {counted(all, "edit")} {all === 1 ? "is" : "are"} not saved yet
      </button>
      {open && <UnsavedDialog edits={here} waiting={waiting} onClose={() => setOpen(false)} />}
    </>
  );
}

interface UnsavedDialogProps {
  readonly edits: readonly UnsavedEdit[];
  readonly waiting: readonly WaitingRemoval[];
  readonly onClose: () => void;
}

function UnsavedDialog({ edits, waiting, onClose }: UnsavedDialogProps) {
  const { removals } = useConsole();
  return (
    <Modal
      onClose={onClose}
      title="Edits that are not saved yet"
      about={
        edits.length > 0 || waiting.length === 0
          ? "Edits are kept in this browser. What waits for the server is tried again by itself."
          : "What waits for the server is tried again by itself, until this page is closed."
      }
    >
      <div className="dialog-body unsaved-edits">
        {edits.length + waiting.length === 0 && <p role="status">All changes saved</p>}
        {edits.map((edit) =>
          edit.saving.state === "gone" ? (
            <GoneEdit key={edit.key} edit={edit} />
          ) : (
            <Waiting key={edit.key} edit={edit} onOpen={onClose} />
          ),
        )}
        {waiting.map(({ key, words }) => (
          <p key={key}>
            {words}{" "}
            <Button small onClick={() => removals.undo(key)}>
              Keep it
            </Button>
          </p>
        ))}
      </div>
      <DialogFoot keep="Close" onKeep={onClose} />
    </Modal>
  );
}

function Waiting({ edit, onOpen }: { readonly edit: UnsavedEdit; readonly onOpen: () => void }) {
  const { space } = useHere();
  const objects = useObjects().flatMap((list) => list ?? []);
  const id = edit.key.split("/").at(-1);
  const href = userHref(space.key, edit.key) ?? objects.find((one) => one.id === id)?.href;
  const name = edit.name ?? "Something";
  return (
    <p>
      {href === undefined ? (
        <b className="strong">{name}</b>
      ) : (
        <Link className="link link-row" href={href} onClick={onOpen}>
          {name}
        </Link>
      )}{" "}
      <span className="direction">{saveWords(edit.saving)}</span>
    </p>
  );
}

/** The address of the user or visitor whose edits are kept under a key, in their environment; undefined for anything else. */
function userHref(spaceKey: string, key: string): string | undefined {
  const [noun, , environment, kind, ...id] = key.split("/");
  if (noun !== "user" || !isEnvironment(environment)) return undefined;
  const person = { id: id.join("/"), kind: kind === "visitor" ? "visitor" : undefined } as const;
  return userAddress((page, ...below) => pagePath({ spaceKey, environment }, page, ...below), person);
}
