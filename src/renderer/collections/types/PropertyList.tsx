import { useLayoutEffect, useMemo, useRef, useState } from "react";
import { Link } from "wouter";
import type { Collection } from "../../../core/collection.ts";
import type { ExperienceType, Property, PropertyType } from "../../../core/experience-type.ts";
import type { FieldError } from "../../../core/problem.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import { keyPath } from "../../model/collection-address.ts";
import { valueWords } from "../../model/value-words.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button } from "../../parts/Button.tsx";
import { DialogFoot, Modal } from "../../parts/Modal.tsx";
import { Sortable, useOrderKeys } from "../../parts/Sortable.tsx";
import { counted } from "../../text/format.ts";
import { moved } from "../../values/ListInput.tsx";
import { moveTexts } from "../../values/typed-texts.ts";
import { useCollections, useCollectionsState } from "../collections-state.ts";
import { PropertyLine } from "./PropertyLine.tsx";
import { heldValues, heldWords, lostOptionWords, misfits, scenariosOf, withType } from "./property-edits.ts";

interface PropertyListProps {
  readonly type: ExperienceType;
  /** As the server has them: scenarios hold values by these keys. */
  readonly served: readonly Property[];
  readonly errors: readonly FieldError[];
  /** The row whose form is open: the id that its property had at first. */
  readonly open: string | null;
  readonly onOpen: (row: string | null) => void;
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
export function PropertyList(props: PropertyListProps) {
  const { type, served, errors, open, onOpen, onChange, onRemove } = props;
  const { properties } = type;
  const collections = useCollections() ?? noCollections;
  const { canEdit } = useHere();
  const press = useOrderKeys("In the list of properties", "the property", canEdit);
  const [held, setHeld] = useState<Held | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const rows = useRows(properties);
  useTextsOf(rows, type.id);
  const ids = rows.map(({ row }) => row);
  const latest = useRef(properties);
  latest.current = properties;
  /** Gives whether it is there: a line that goes because it was deleted elsewhere may still tell of a change. */
  const replace = (property: Property, by: Property, mark: string) => {
    const isThere = latest.current.includes(property);
    if (isThere)
      onChange(
        latest.current.map((one) => (one === property ? by : one)),
        `${property.key}/${mark}`,
      );
    return isThere;
  };
  const scenarios = useMemo(() => scenariosOf(collections, type.id), [collections, type.id]);
  const keyOf = ({ id, key }: Property) => served.find((one) => one.id === id)?.key ?? key;
  const heldOf = (property: Property) => heldValues(collections, type.id, keyOf(property));
  const setBy = (property: Property) => ({
    scenarios: scenarios.filter(({ data }) => Object.hasOwn(data, keyOf(property))).length,
    of: scenarios.length,
  });
  const move = (row: string, to: number) =>
    onChange(moved(properties, ids.indexOf(row), to), `move/${row}/${to}`);

  /** Asks first where scenarios hold values, or a default goes. */
  const changeType = (property: Property, to: PropertyType) => {
    const changed = withType(property, to);
    const wrong = misfits(heldOf(property), changed);
    const loses = property.default !== undefined && changed.default === undefined;
    if (wrong.length > 0 || loses) return setHeld({ property, to });
    replace(property, changed, "type");
  };
  const remove = (property: Property) => {
    if (heldOf(property).length > 0) return setHeld({ property, to: null });
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
      <Sortable
        ids={ids}
        nameOf={(id) => rows.find(({ row }) => row === id)?.key ?? id}
        onPut={(id, at) => move(id, ids.indexOf(at))}
      >
        <ol aria-label={`Properties of ${type.name}`}>
          {properties.map((property, index) => {
            const row = ids[index] ?? property.id;
            return (
              <PropertyLine
                key={row}
                row={row}
                typeId={type.id}
                property={property}
                place={index}
                of={properties.length}
                errors={errors}
                setBy={setBy(property)}
                lostOption={lostOptionWords(heldOf(property), property)}
                open={open === row}
                onToggle={() => onOpen(open === row ? null : row)}
                onChange={(by, mark) => replace(property, by, mark)}
                onType={(to) => changeType(property, to)}
                onKeyDown={(event) => press(event, (by) => move(row, index + by))}
                onMove={(to) => move(row, to)}
                onRemove={() => remove(property)}
              />
            );
          })}
        </ol>
      </Sortable>
      {held !== null && (
        <HeldDialog
          held={held}
          all={heldOf(held.property)}
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

type Named = Pick<Property, "id" | "key">;
interface Row extends Named {
  readonly row: string;
}

/** What tells the rows apart. It stays while a property gets another key, or is given its id: somebody may be typing in it. */
function useRows(properties: readonly Named[]): readonly Row[] {
  const [rows, setRows] = useState<readonly Row[]>([]);
  const now = properties.map(({ id, key }) => {
    const isGone = (one: Row) => !properties.some((other) => other.id === one.id);
    const before = rows.find((one) => one.id === id) ?? rows.find((one) => one.key === key && isGone(one));
    return { row: before?.row ?? id, id, key };
  });
  if (!jsonEqual(now, rows)) setRows(now);
  return now;
}

/** What is typed in a row and can't be read goes with it. */
function useTextsOf(rows: readonly Row[], typeId: string): void {
  const { typedTexts } = useCollectionsState();
  const before = useRef(rows);
  useLayoutEffect(() => {
    for (const now of rows) {
      const was = before.current.find(({ row }) => row === now.row);
      if (was !== undefined && !jsonEqual(was, now)) moveTexts(typedTexts, typeId, was, now);
    }
    before.current = rows;
  });
}

/** Focuses the line in the place of a removed one, or the last, or the field for a new one. */
function focusLine(list: HTMLElement | null, place: number): void {
  const lines = list?.querySelectorAll("ol > li") ?? [];
  const line = lines[Math.min(place, lines.length - 1)];
  const next =
    line?.querySelector("[aria-haspopup=menu]") ?? list?.parentElement?.querySelector(".add-property input");
  if (next instanceof HTMLElement) next.focus();
}

interface HeldDialogProps {
  readonly held: Held;
  /** What scenarios hold for it. */
  readonly all: ReturnType<typeof heldValues>;
  readonly onClose: () => void;
  /** Called where nothing that scenarios hold is in the way. */
  readonly onChange: (property: Property) => void;
}

/** What happens to the values that are there when a property changes its type, or goes: nothing is dropped in silence. */
function HeldDialog({ held: { property, to }, all, onClose, onChange }: HeldDialogProps) {
  const changed = to === null ? null : withType(property, to);
  const wrong = changed === null ? all : misfits(all, changed);
  const loses = property.default !== undefined && changed !== null && changed.default === undefined;
  const title =
    to === null ? `“${property.key}” has values` : `Change “${property.key}” from ${property.type} to ${to}`;
  return (
    <Modal onClose={onClose} title={title} about={aboutOf(wrong.length, to)}>
      <div className="dialog-body">
        {loses && (
          <p className="consequence">
            Its default {valueWords(property.default)} does not fit a {to} and is removed. Where nothing is
            set, apps get no value.
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
  if (wrong === 0) return "No scenario has a value that does not fit.";
  const set = `${counted(wrong, "scenario")} ${wrong === 1 ? "sets" : "set"} it`;
  return to === null
    ? `${set}. Use the default there first.`
    : `${set} to something that does not fit a ${to}. Change that first, or use the default there.`;
}

function HeldList({ held }: { readonly held: ReturnType<typeof heldValues> }) {
  const to = usePath();
  return (
    <ul className="held-values">
      {held.map((one) => {
        const scenario = one.part.experience.scenarios[one.place - 1]?.id ?? "";
        const path = to("collections", ...keyPath(one.part));
        return (
          <li key={heldWords(one)}>
            <Link className="link link-row" href={`${path}?scenario=${encodeURIComponent(scenario)}`}>
              {heldWords(one)}
            </Link>
            <span className="muted truncate">{valueWords(one.value)}</span>
          </li>
        );
      })}
    </ul>
  );
}
