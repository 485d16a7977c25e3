import { useState } from "react";
import { useLocation } from "wouter";
import { useStore } from "zustand";
import type { Tribe } from "../../../core/tribe.ts";
import { useConsole } from "../../app/console-context.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import { useMenuCommands } from "../../app/use-menu-commands.ts";
import { MoreMenu } from "../../parts/MoreMenu.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { offerUndo } from "../../stores/toasts-store.ts";
import { isEdited, type Sending } from "../draft-state.ts";
import type { TribeDraft } from "../tribe-draft.ts";
import { tribeStep } from "../tribe-step.ts";
import { useTribeActs } from "../use-tribe-acts.ts";
import { InUseDialog } from "./InUseDialog.tsx";
import { NameDialog } from "./NameDialog.tsx";
import { tribeItems } from "./TribeMenu.tsx";

interface TribeHeadProps {
  readonly draft: TribeDraft;
  readonly canSave: boolean;
  readonly onSave: () => void;
}

/** The head of a Tribe's page: its name, where its edit stands, and the two ways on from there. */
export function TribeHead({ draft, canSave, onSave }: TribeHeadProps) {
  const { toasts } = useConsole();
  const { canEdit } = useHere();
  const state = useStore(draft.store);
  const to = usePath();
  const edited = isEdited(state);
  const { saved, content, sending } = state;
  const discard = () => {
    const before = draft.store.getState().content;
    draft.discard();
    offerUndo(toasts, "Discarded the edit", { undo: () => draft.change(before), commit: () => {} });
  };
  useCommands(
    edited ? [{ id: "tribe/discard", title: "Discard edit", group: "Tribes", run: discard }] : [],
    "editor",
  );
  return (
    <PageHead
      title={saved?.name ?? (content.name === "" ? "New Tribe" : content.name)}
      crumbs={[{ name: "Tribes", href: to("tribes") }]}
      about={
        saved !== null && (
          <>
            <span className="mono muted small tribe-key">{saved.key}</span>
            {edited && <Rev words="Edited, not saved" />}
          </>
        )
      }
    >
      {canEdit && (
        <>
          <span
            className={`direction small ${sending.state === "idle" ? "wide" : `send-${sending.state}`}`}
            role="status"
          >
            {sendingWords(sending, edited)}
          </span>
          {edited && (
            <button type="button" className="btn btn-quiet" onClick={discard}>
              Discard edit
            </button>
          )}
        </>
      )}
      {saved !== null && <OwnMenu draft={draft} saved={saved} />}
      {canEdit && (
        <button
          type="button"
          className="btn btn-primary"
          disabled={!canSave || !edited || sending.state === "saving"}
          onClick={onSave}
        >
          Save Tribe
        </button>
      )}
    </PageHead>
  );
}

function sendingWords(sending: Sending, edited: boolean): string {
  switch (sending.state) {
    case "saving":
      return "Saving…";
    case "waiting":
      return "Not saved yet: kept here and tried again";
    case "refused":
      return `Not saved. ${sending.reason}`;
    default:
      return edited ? "applies everywhere at once" : "";
  }
}

function OwnMenu({ draft, saved }: { readonly draft: TribeDraft; readonly saved: Tribe }) {
  const { canEdit } = useHere();
  const acts = useTribeActs();
  const to = usePath();
  const [, navigate] = useLocation();
  const [renaming, setRenaming] = useState(false);
  const duplicate = async () => {
    const made = await acts.duplicate(saved);
    if (made !== null) navigate(to("tribes", tribeStep(made)));
  };
  const remove = async () => {
    if (await acts.remove(saved)) navigate(to("tribes"));
  };
  const items = tribeItems({
    onRename: () => setRenaming(true),
    onDuplicate: () => void duplicate(),
    onDelete: () => void remove(),
  });
  useMenuCommands("Tribes", saved.name, items);
  if (!canEdit) return null;
  return (
    <>
      <MoreMenu label={`Actions for ${saved.name}`} items={items} />
      {renaming && (
        <NameDialog
          initial={saved.name}
          onClose={() => setRenaming(false)}
          onRename={(name) => draft.rename(name)}
        />
      )}
      {acts.blocked !== null && (
        <InUseDialog name={saved.name} {...acts.blocked} onClose={acts.closeBlocked} />
      )}
    </>
  );
}
