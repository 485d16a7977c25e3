import { useEffect } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { type Names, useNames } from "../rules/use-names.ts";
import { spaceOf } from "../stores/kept-edits.ts";
import { offerUndo } from "../stores/toasts-store.ts";
import { differences, spokenPath } from "../text/differences.ts";
import { lowered } from "../text/format.ts";
import type { UnsavedEdit } from "./saved-objects.ts";

/** What was typed into things of this Space that were deleted elsewhere; nothing where there is none. */
export function GoneEdits() {
  const { saved } = useConsole();
  const { space } = useHere();
  const unsaved = useStore(saved.store, (state) => state.unsaved);
  useEffect(() => void saved.readEdited((key) => spaceOf(key) === space.id), [saved, space.id]);
  return unsaved
    .filter(({ key, saving }) => saving.state === "gone" && spaceOf(key) === space.id)
    .map((edit) => <GoneEdit key={edit.key} edit={edit} />);
}

/** What was typed into something that was deleted elsewhere: to read, to copy, and to let go. */
export function GoneEdit({ edit: { key, name, saving } }: { readonly edit: UnsavedEdit }) {
  const { saved, toasts } = useConsole();
  const names = useNames();
  if (saving.state !== "gone") return null;
  const title = name === null ? "What you typed" : `What you typed into ${name}`;
  const discard = () => {
    saved.letGo(key);
    const undo = () => saved.takeUp(key, saving.edit);
    offerUndo(toasts, `Discarded ${lowered(title)}`, { undo });
  };
  return (
    <section className="gone-edit" aria-label={title}>
      <h2 className="heading">{title}</h2>
      <p className="text-2">It was deleted elsewhere before this was saved.</p>
      <dl>
        {typedIn(saving.base, saving.edit, names).map(({ what, text }) => (
          <div key={what}>
            <dt className="label">{what}</dt>
            <dd>
              <span className="gone-text">{text}</span>
              <CopyButton text={text} label={`Copy ${what}`} />
            </dd>
          </div>
        ))}
      </dl>
      <Button small onClick={discard}>
        Discard it
      </Button>
    </section>
  );
}

/** What an edit put in, each with what it is called; what stands in it by its id has its name. */
export function typedIn(
  base: object,
  edit: object,
  { tribe, item }: Pick<Names, "tribe" | "item">,
): readonly { readonly what: string; readonly text: string }[] {
  const named = (member: string, one: unknown) =>
    typeof one === "string" && member !== "id" ? ((tribe(one) ?? item(one))?.name ?? one) : one;
  return differences(base, edit)
    .filter(({ after }) => after !== undefined)
    .map(({ path, after }) => ({
      what: spokenPath(edit, path).join(", "),
      text: typeof after === "string" ? String(named("", after)) : JSON.stringify(after, named, 2),
    }));
}
