import { useState } from "react";
import { useLocation } from "wouter";
import type { Tribe } from "../../../core/tribe.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { type MenuItem, MoreMenu, useMenuCommands } from "../../parts/MoreMenu.tsx";
import { PageHead } from "../../parts/PageHead.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { useSender } from "../../parts/use-form.ts";
import { HandSave, handSaveWords, isEdited, isRefused } from "../../saved/HandSave.tsx";
import type { Saving } from "../../saved/saved-state.ts";
import type { Edited } from "../../saved/use-saved.ts";
import { problemWords } from "../draft-issues.ts";
import { tribeStep } from "../tribe-step.ts";
import { useTribeActs } from "../use-tribe-acts.ts";
import { InUseDialog, NameDialog } from "./TribeDialogs.tsx";

interface TribeHeadProps {
  readonly draft: Edited<Tribe>;
  readonly tribe: Tribe;
  readonly isNew: boolean;
  readonly canSave: boolean;
}

/** The head of a Tribe's page: its name, where its edit stands, Discard edit and Save. */
export function TribeHead({ draft, tribe, isNew, canSave }: TribeHeadProps) {
  const to = usePath();
  const { saving } = draft.state;
  const edited = isEdited(draft.state);
  return (
    <PageHead
      title={tribe.name === "" ? "New Tribe" : tribe.name}
      crumbs={[{ name: "Tribes", href: to("tribes") }]}
      about={
        !isNew && (
          <>
            <span className="mono muted small tribe-key">{tribe.key}</span>
            {edited && <Rev words="Edited, not saved" />}
          </>
        )
      }
    >
      <HandSave
        edited={draft}
        what="Tribe"
        group="Tribes"
        words={wordsOf(saving)}
        hint="applies everywhere at once"
        isWrong={isRefused(draft.state) || !(isQuiet(saving) || canSave)}
        isEdited={edited}
        canSave={canSave}
      >
        {!isNew && <OwnMenu draft={draft} tribe={tribe} />}
      </HandSave>
    </PageHead>
  );
}

const isQuiet = ({ state }: Saving<Tribe>): boolean => state === "saved" || state === "edited";

function wordsOf(saving: Saving<Tribe>): string {
  if (isQuiet(saving)) return "";
  const [first] = saving.state === "refused" ? saving.errors : [];
  if (first === undefined) return handSaveWords(saving);
  return `Not saved. ${problemWords({ path: first.path.split("/"), message: first.detail })}`;
}

function OwnMenu({ draft, tribe }: Pick<TribeHeadProps, "draft" | "tribe">) {
  const { canEdit } = useHere();
  const acts = useTribeActs();
  const to = usePath();
  const [, navigate] = useLocation();
  const [renaming, setRenaming] = useState(false);
  const sender = useSender();
  const remove = () => {
    const { isThere } = sender();
    acts.remove(tribe, () => isThere() && navigate(to("tribes")));
  };
  const items = tribeItems({
    onRename: () => setRenaming(true),
    onDuplicate: () => acts.duplicate(tribe, (made) => navigate(to("tribes", tribeStep(made)))),
    onDelete: remove,
  });
  useMenuCommands("Tribes", tribe.name, items);
  if (!canEdit) return null;
  return (
    <>
      <MoreMenu label={`Actions for ${tribe.name}`} items={items} />
      {renaming && (
        <NameDialog
          tribe={tribe}
          onClose={() => setRenaming(false)}
          onRename={(name) => draft.saved.write({ name })}
        />
      )}
      {acts.blocked !== null && (
        <InUseDialog name={tribe.name} {...acts.blocked} onClose={acts.closeBlocked} />
      )}
    </>
  );
}

export interface TribeActs {
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

/** What can be done with a Tribe as a whole. */
const tribeItems = ({ onRename, onDuplicate, onDelete }: TribeActs): readonly (MenuItem | null)[] => [
  { label: "Rename…", run: onRename },
  { label: "Duplicate", run: onDuplicate },
  null,
  { label: "Delete", run: onDelete },
];

export function TribeMenu({ name, ...acts }: TribeActs & { readonly name: string }) {
  return <MoreMenu label={`Actions for ${name}`} items={tribeItems(acts)} />;
}
