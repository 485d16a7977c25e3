import { useStore } from "zustand";
import { errorWords } from "../../model/error-words.ts";
import { useHere } from "../../page/use-here.ts";
import { Empty, Failed, SkeletonRows } from "../../parts/PageState.tsx";
import { ConflictDialog } from "../../saved/ConflictChoice.tsx";
import { GoneEdits } from "../../saved/GoneEdits.tsx";
import { SaveState } from "../../saved/SaveState.tsx";
import type { SavedObject } from "../../saved/saved-object.ts";
import type { SavedState } from "../../saved/saved-state.ts";
import { forgetTexts, textsOf } from "../../values/typed-texts.ts";
import { useCollectionsState } from "../collections-state.ts";

interface EditorStatesProps<T extends object> {
  readonly saved: SavedObject<T>;
  readonly state: SavedState<T>;
  readonly name: string;
}

/** What stands in for an editor whose object is not there to be edited. */
export function EditorStates<T extends object>({ saved, state, name }: EditorStatesProps<T>) {
  if (state.phase === "gone") return <GonePart name={name} />;
  if (state.phase === "loading" || state.value !== null) return <SkeletonRows rows={3} />;
  return (
    <Failed
      page
      title={`${name} could not be loaded`}
      reason={state.problem ?? ""}
      onRetry={() => void saved.load()}
    />
  );
}

function GonePart({ name }: { readonly name: string }) {
  return (
    <div className="scroll inset page-empty">
      <Empty title={`${name} is no longer there`}>
        It was deleted elsewhere while it was open here. Choose another one in the tree.
      </Empty>
      <GoneEdits />
    </div>
  );
}

interface SavingProps<T extends object> extends EditorStatesProps<T> {
  /** What stands in it by its id. */
  readonly nameOf: (id: string) => string;
}

/** Where its edits stand, and the choice where it was changed elsewhere too. */
export function Saving<T extends EditedObject>({ saved, state, name, nameOf }: SavingProps<T>) {
  const { canEdit } = useHere();
  const { typedTexts } = useCollectionsState();
  const texts = useStore(typedTexts);
  const unread = state.value === null ? [] : textsOf(texts, state.value);
  const id = state.value?.id ?? "";
  return (
    <>
      <SaveState
        saved={saved}
        saving={inItsWords(state)}
        unread={{ texts: unread, forget: () => forgetTexts(typedTexts, id) }}
      />
      {canEdit && <ConflictDialog saved={saved} name={name} nameOf={nameOf} />}
    </>
  );
}

type EditedObject = Parameters<typeof textsOf>[1] & Parameters<typeof errorWords>[1];

/** What is wrong is said with what it is wrong with. */
function inItsWords<T extends EditedObject>({ saving, value }: SavedState<T>): SavedState<T>["saving"] {
  if (saving.state !== "invalid" && saving.state !== "refused") return saving;
  return {
    ...saving,
    errors: saving.errors.map((one) => ({ ...one, detail: errorWords(one, value ?? {}) })),
  };
}
