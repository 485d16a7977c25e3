import { useSortable } from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, RotateCcw, Trash2 } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { type Property, type PropertyType, propertyTypes } from "../../../core/experience-type.ts";
import type { FieldError } from "../../../core/problem.ts";
import { useHere } from "../../app/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { MoreMenu } from "../../parts/MoreMenu.tsx";
import { errorAt } from "../model/errors-at.ts";
import { Grip } from "../scenarios/Grip.tsx";
import { sortableStyle } from "../scenarios/sorting.ts";
import { ValueInput } from "../values/ValueInput.tsx";
import { ValueView } from "../values/ValueView.tsx";
import { Options } from "./Options.tsx";
import { withDefault } from "./property-edits.ts";

interface PropertyLineProps {
  readonly property: Property;
  /** From 0. */
  readonly place: number;
  readonly of: number;
  readonly errors: readonly FieldError[];
  readonly onChange: (property: Property, mark: string) => void;
  readonly onType: (type: PropertyType) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One property of a type: its key, name, type, options and default. */
export function PropertyLine(props: PropertyLineProps) {
  const { property, place, of, errors, onChange, onType, onMove, onRemove } = props;
  const { canEdit } = useHere();
  const errorId = useId();
  const sortable = useSortable({ id: property.key, disabled: !canEdit });
  const { key } = property;
  const error = errorAt(errors, ["properties", place]);
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (!event.altKey || by === undefined || !canEdit) return;
    event.preventDefault();
    onMove(place + by);
  };
  if (!canEdit) return <ReadLine property={property} />;
  return (
    <li
      className={`property ${sortable.isDragging ? "is-dragging" : ""}`}
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      onKeyDown={onKeyDown}
    >
      <Grip sortable={sortable} name={key} />
      <KeyCell property={property} onKey={(to) => onChange({ ...property, key: to }, "key")} />
      <input
        className="input"
        aria-label={`Name of ${key}`}
        value={property.name}
        maxLength={200}
        onChange={({ target }) => onChange({ ...property, name: target.value }, "name")}
      />
      <select
        className="select"
        aria-label={`Type of ${key}`}
        value={property.type}
        onChange={({ target }) => onType(target.value as PropertyType)}
      >
        {propertyTypes.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
      <div className="property-default">
        <ValueInput
          property={withDefault(property, undefined)}
          value={property.default}
          label={`Default of ${key}`}
          invalid={error !== null}
          describedBy={error === null ? undefined : errorId}
          onChange={(value) => onChange(withDefault(property, value), "default")}
        />
        {property.default !== undefined && (
          <button
            type="button"
            className="btn btn-icon btn-sm"
            aria-label={`No default for ${key}`}
            title="No default: apps get no value where none is set"
            onClick={() => onChange(withDefault(property, undefined), "default")}
          >
            <Icon of={RotateCcw} size={14} />
          </button>
        )}
      </div>
      <MoreMenu
        label={`More for ${key}`}
        items={[
          { label: "Move up", icon: ArrowUp, disabled: place === 0, run: () => onMove(place - 1) },
          { label: "Move down", icon: ArrowDown, disabled: place === of - 1, run: () => onMove(place + 1) },
          null,
          { label: "Delete", icon: Trash2, danger: true, run: onRemove },
        ]}
      />
      {property.type === "select" && (
        <Options
          name={key}
          options={property.options ?? []}
          onChange={(options) => onChange({ ...property, options: [...options] }, "options")}
        />
      )}
      {error !== null && (
        <p className="field-error property-error" id={errorId} role="alert">
          {error}
        </p>
      )}
    </li>
  );
}

const ReadLine = ({ property }: { readonly property: Property }) => (
  <li className="property">
    <span />
    <span className="mono truncate">{property.key}</span>
    <span className="truncate">{property.name}</span>
    <span className="muted">{property.type}</span>
    <span className="property-default">
      <ValueView property={property} value={property.default} />
    </span>
    <span />
    {property.options !== undefined && (
      <p className="options-line muted small">Options: {property.options.join(", ")}</p>
    )}
  </li>
);

/** A key is given anew as a whole: data hangs on it. */
function KeyCell({
  property,
  onKey,
}: {
  readonly property: Property;
  readonly onKey: (key: string) => void;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const commit = () => {
    if (typed !== null && typed.trim() !== property.key && typed.trim() !== "") onKey(typed.trim());
    setTyped(null);
  };
  return (
    <input
      className="input mono"
      aria-label={`Key of ${property.key}`}
      value={typed ?? property.key}
      maxLength={64}
      spellCheck={false}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === "Enter" && commit()}
    />
  );
}
