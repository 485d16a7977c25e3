import { useHere } from "../../app/use-here.ts";
import { ConflictDialog } from "../../parts/ConflictDialog.tsx";
import { Empty } from "../../parts/Empty.tsx";
import { Failed } from "../../parts/Failed.tsx";
import { SaveState } from "../../parts/SaveState.tsx";
import type { SavedObject, SavedState } from "../../stores/saved-object.ts";

interface EditorStatesProps<T extends object> {
  readonly saved: SavedObject<T>;
  readonly state: SavedState<T>;
  readonly name: string;
}

/** What stands in for an editor whose object is not there to be edited. */
export function EditorStates<T extends object>({ saved, state, name }: EditorStatesProps<T>) {
  if (state.phase === "loading" || state.value !== null)
    return (
      <div className="inset skeleton-page" aria-busy="true">
        {[58, 44, 51].map((width) => (
          <span key={width} className="skeleton" style={{ width: `${width}%` }} />
        ))}
      </div>
    );
  return (
    <div className="inset">
      {state.phase === "gone" ? (
        <Empty title={`${name} is no longer there`}>
          Somebody deleted it, or it was renamed. The tree shows what there is.
        </Empty>
      ) : (
        <Failed
          title={`${name} could not be loaded`}
          reason={state.problem ?? ""}
          onRetry={() => void saved.load()}
        />
      )}
    </div>
  );
}

/** Where its edits stand, and the choice where it was changed elsewhere too. */
export function Saving<T extends object>({ saved, state, name }: EditorStatesProps<T>) {
  const { canEdit } = useHere();
  if (!canEdit) return null;
  return (
    <>
      <SaveState
        saving={state.saving}
        onTryAgain={() => saved.tryAgain()}
        onDiscard={() => saved.takeTheirs()}
      />
      <ConflictDialog saved={saved} name={name} />
    </>
  );
}
