import { Link } from "wouter";
import type { ExperienceType, Property } from "../../../core/experience-type.ts";
import { belowOf } from "../../model/collection-address.ts";
import { valueWords } from "../../model/value-words.ts";
import { usePath } from "../../page/use-here.ts";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { counted } from "../../text/format.ts";
import { useCollections } from "../use-collections.ts";
import type { Held } from "./PropertyList.tsx";
import { heldValues, heldWords, misfits, withType } from "./property-edits.ts";

interface HeldDialogProps {
  readonly type: ExperienceType;
  readonly held: Held;
  readonly onClose: () => void;
  /** Called where nothing that scenarios hold is in the way. */
  readonly onChange: (property: Property) => void;
}

/** What happens to the values that are there when a property changes its type, or goes: nothing is dropped in silence. */
export function HeldDialog({ type, held: { property, to }, onClose, onChange }: HeldDialogProps) {
  const collections = useCollections() ?? [];
  const all = heldValues(collections, type.id, property.key);
  const changed = to === null ? null : withType(property, to);
  const wrong = changed === null ? all : misfits(all, changed);
  const loses = property.default !== undefined && changed !== null && changed.default === undefined;
  const title =
    to === null ? `“${property.key}” has values` : `Change “${property.key}” from ${property.type} to ${to}`;
  return (
    <Modal open onOpenChange={(open) => !open && onClose()} title={title} about={aboutOf(wrong.length, to)}>
      <div className="dialog-body">
        {loses && (
          <p className="consequence">
            Its default {valueWords(property.default)} does not fit a {to} and goes. Where nothing is set,
            apps get no value.
          </p>
        )}
        <HeldList held={wrong} />
        <p className="direction small">What is published stays as it is until it is published again.</p>
      </div>
      <DialogFoot keep="Keep it as it is" onKeep={onClose}>
        {changed !== null && wrong.length === 0 && (
          <button type="button" className="btn btn-primary" onClick={() => onChange(changed)}>
            Change to {to}
          </button>
        )}
      </DialogFoot>
    </Modal>
  );
}

function aboutOf(wrong: number, to: string | null): string {
  if (wrong === 0) return "No scenario holds a value that would be in the way.";
  const n = counted(wrong, "scenario");
  const hold = wrong === 1 ? "holds a value" : "hold values";
  return to === null
    ? `${n} ${hold} for it. Take them out first: use the default there.`
    : `${n} ${hold} that a ${to} cannot take. Change them first, or use the default there.`;
}

function HeldList({ held }: { readonly held: ReturnType<typeof heldValues> }) {
  const to = usePath();
  return (
    <ul className="held-values">
      {held.map((one) => {
        const scenario = one.part.experience.scenarios[one.place - 1]?.id ?? "";
        const path = to("collections", ...belowOf(one.part));
        return (
          <li key={heldWords(one)}>
            <Link
              className="link link-row truncate"
              href={`${path}?scenario=${encodeURIComponent(scenario)}`}
            >
              {heldWords(one)}
            </Link>
            <span className="muted truncate">{valueWords(one.value)}</span>
          </li>
        );
      })}
    </ul>
  );
}
