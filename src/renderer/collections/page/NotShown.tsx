import type { Section } from "../../../core/collection.ts";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { say } from "../../stores/toasts-store.ts";
import type { PlacedExperience, PlacedSection } from "../model/collection-address.ts";
import { sectionPort } from "../part-ports.ts";
import { useAttempt } from "../use-actions.ts";

/** Says that a Section shows an Experience to nobody, with the way to have it shown. */
export function NotShown({ placed }: { readonly placed: PlacedExperience }) {
  const { section, experience } = placed;
  if (section === null) return null;
  if (section.scenarios.some(({ serve }) => serve.children.includes(experience.id))) return null;
  return <ShowIt placed={{ ...placed, kind: "section", section }} id={experience.id} />;
}

function ShowIt({ placed, id }: { readonly placed: PlacedSection; readonly id: string }) {
  const console = useConsole();
  const { space, canEdit } = useHere();
  const attempt = useAttempt();
  const { collection, section } = placed;
  const where = { spaceId: space.id, collectionId: collection.id };
  const show = async () => {
    const saved = console.saved.get(sectionPort(console, where, section.id));
    await saved.load();
    const { value } = saved.store.getState();
    if (value !== null) saved.edit({ scenarios: shownByDefault(value, id) });
    await saved.flush();
    say(console.toasts, `${section.name} shows it at the end of “${section.scenarios.at(-1)?.name}”`);
    // The button is gone with what it said.
    document.querySelector<HTMLElement>("h1")?.focus();
  };
  return (
    <div className="not-shown">
      <span className="direction">{section.name} does not show it yet.</span>
      {canEdit && (
        <button type="button" className="btn btn-sm" onClick={() => attempt(show)}>
          Show it in {section.name}
        </button>
      )}
    </div>
  );
}

/** A Section's scenarios with an Experience at the end of the default: whom the others are for was chosen with care. */
export function shownByDefault({ scenarios }: Pick<Section, "scenarios">, id: string): Section["scenarios"] {
  return scenarios.map((row, index) =>
    index < scenarios.length - 1
      ? row
      : {
          ...row,
          serve: { ...row.serve, children: [...row.serve.children.filter((one) => one !== id), id] },
        },
  );
}
