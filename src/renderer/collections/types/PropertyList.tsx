import { useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import type { ExperienceType, Property, PropertyType } from "../../../core/experience-type.ts";
import type { FieldError } from "../../../core/problem.ts";
import { belowOf } from "../../model/collection-address.ts";
import { valueWords } from "../../model/value-words.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { Sortable, useOrderKeys } from "../../parts/Sortable.tsx";
import { counted } from "../../text/format.ts";
import { moved } from "../../values/ListInput.tsx";
import { useCollections } from "../collections-state.ts";
import { PropertyLine } from "./PropertyLine.tsx";
import { heldValues, heldWords, misfits, scenariosOf, withType } from "./property-edits.ts";

interface PropertyListProps {
  readonly type: ExperienceType;
  readonly errors: readonly FieldError[];
  /** The key of the property whose form is open. */
  readonly open: string | null;
  readonly onOpen: (key: string | null) => void;
  readonly onChange: (properties: readonly Property[], mark: string) => void;
  readonly onRemove: (property: Property) => void;
}

/** What a change of a property would do to values that scenarios hold. */
type Held = {
  readonly property: Property;
  /** Null where the property is to be deleted. */
  readonly to: PropertyType | null;
};

const noCollections: readonly Collection[] = [];

/** The properties of a type in their order: the order of every editor of an Experience of it. */
export function PropertyList({ type, errors, open, onOpen, onChange, onRemove }: PropertyListProps) {
  const { properties } = type;
  const collections = useCollections() ?? noCollections;
  const { canEdit } = useHere();
  const press = useOrderKeys("In the list of properties", "the property", canEdit);
  const [held, setHeld] = useState<Held | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const keys = properties.map(({ key }) => key);
  const replace = (property: Property, by: Property, mark: string) => {
    if (open === property.key) onOpen(by.key);
    onChange(
      properties.map((one) => (one === property ? by : one)),
      `${property.key}/${mark}`,
    );
  };
  const scenarios = useMemo(() => scenariosOf(collections, type.id), [collections, type.id]);
  const setBy = (key: string) => ({
    scenarios: scenarios.filter(({ data }) => Object.hasOwn(data, key)).length,
    of: scenarios.length,
  });
  const move = (key: string, to: number) =>
    onChange(moved(properties, keys.indexOf(key), to), `move/${key}/${to}`);

  /** Asks first where scenarios hold values, or a default goes. */
  const changeType = (property: Property, to: PropertyType) => {
    const changed = withType(property, to);
    const wrong = misfits(heldValues(collections, type.id, property.key), changed);
    const loses = property.default !== undefined && changed.default === undefined;
    if (wrong.length > 0 || loses) return setHeld({ property, to });
    replace(property, changed, "type");
  };
  const remove = (property: Property) => {
    if (heldValues(collections, type.id, property.key).length > 0) return setHeld({ property, to: null });
    const place = properties.indexOf(property);
    onRemove(property);
    requestAnimationFrame(() => focusLine(list.current, place));
  };

  return (
    <div className="properties" ref={list}>
      {properties.length === 0 && (
        <p className="direction">
          No property yet: an Experience of this type is on or off, and nothing else.
        </p>
      )}
      {properties.length > 0 && (
        <div className="property property-head label" aria-hidden="true">
          <span />
          <span>Property</span>
          <span>Type</span>
          <span>Default</span>
          <span>Set by</span>
          <span />
        </div>
      )}
      <Sortable ids={keys} nameOf={(key) => key} onPut={(key, at) => move(key, keys.indexOf(at))}>
        <ol aria-label={`Properties of ${type.name}`}>
          {properties.map((property, index) => (
            <PropertyLine
              key={property.key}
              typeId={type.id}
              property={property}
              place={index}
              of={properties.length}
              errors={errors}
              setBy={setBy(property.key)}
              open={open === property.key}
              onToggle={() => onOpen(open === property.key ? null : property.key)}
              onChange={(by, mark) => replace(property, by, mark)}
              onType={(to) => changeType(property, to)}
              onKeyDown={(event) => press(event, (by) => move(property.key, index + by))}
              onMove={(to) => move(property.key, to)}
              onRemove={() => remove(property)}
            />
          ))}
        </ol>
      </Sortable>
      {held !== null && (
        <HeldDialog
          type={type}
          held={held}
          onClose={() => setHeld(null)}
          onChange={(by) => {
            replace(held.property, by, "type");
            setHeld(null);
          }}
        />
      )}
    </div>
  );
}

/** The line that is gone had the focus: the one in its place gets it, or the last, or else what makes a new one. */
function focusLine(list: HTMLElement | null, place: number): void {
  const lines = list?.querySelectorAll("ol > li") ?? [];
  const line = lines[Math.min(place, lines.length - 1)];
  const next =
    line?.querySelector("[aria-haspopup=menu]") ?? list?.parentElement?.querySelector(".add-property input");
  if (next instanceof HTMLElement) next.focus();
}

interface HeldDialogProps {
  readonly type: ExperienceType;
  readonly held: Held;
  readonly onClose: () => void;
  /** Called where nothing that scenarios hold is in the way. */
  readonly onChange: (property: Property) => void;
}

/** What happens to the values that are there when a property changes its type, or goes: nothing is dropped in silence. */
function HeldDialog({ type, held: { property, to }, onClose, onChange }: HeldDialogProps) {
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
      <DialogFoot onKeep={onClose}>
        {changed !== null && wrong.length === 0 && (
          <Button look="primary" onClick={() => onChange(changed)}>
            Change to {to}
          </Button>
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
