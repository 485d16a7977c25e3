import { useSortable } from "@dnd-kit/sortable";
import { ArrowDown, ArrowUp, RotateCcw, Trash2 } from "lucide-react";
import { type KeyboardEvent, useId, useState } from "react";
import { useStore } from "zustand";
import { type Property, type PropertyType, propertyTypes } from "../../../core/experience-type.ts";
import type { FieldError } from "../../../core/problem.ts";
import { errorAt } from "../../model/error-words.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere } from "../../page/use-here.ts";
import { IconButton } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { LineInput } from "../../parts/LineInput.tsx";
import { MoreMenu } from "../../parts/MoreMenu.tsx";
import { Select } from "../../parts/Select.tsx";
import { Grip, sortableStyle } from "../../parts/Sortable.tsx";
import { useTakenAway } from "../../parts/use-taken-away.ts";
import { say } from "../../stores/toasts-store.ts";
import { counted } from "../../text/format.ts";
import { longestName, tooLong } from "../../text/too-long.ts";
import { TypedPlaceContext, textsOf } from "../../values/typed-texts.ts";
import { ValueInput } from "../../values/ValueInput.tsx";
import { ValueView } from "../../values/ValueView.tsx";
import { useCollectionsState } from "../collections-state.ts";
import { OptionList } from "./OptionList.tsx";
import { withDefault, withOptions } from "./property-edits.ts";

interface PropertyLineProps {
  /** Its id in the list that is being sorted. */
  readonly row: string;
  readonly typeId: string;
  readonly property: Property;
  /** From 0. */
  readonly place: number;
  readonly of: number;
  readonly errors: readonly FieldError[];
  /** How many scenarios set it, of how many that could. */
  readonly setBy: { readonly scenarios: number; readonly of: number };
  /** What is said of an option that is gone and that a scenario holds; null for none. */
  readonly lostOption: string | null;
  readonly open: boolean;
  readonly onToggle: () => void;
  /** Gives whether the property is there to be changed. */
  readonly onChange: (property: Property, mark: string) => boolean;
  readonly onType: (type: PropertyType) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onMove: (to: number) => void;
  readonly onRemove: () => void;
}

/** One property of a type: a row to read, and the form of the one that is open. */
export function PropertyLine(props: PropertyLineProps) {
  const { typeId, property, place, of, errors, onChange, onType, onMove, onRemove } = props;
  const { canEdit } = useHere();
  const errorId = useId();
  const sortable = useSortable({ id: props.row, disabled: !canEdit });
  const { key } = property;
  const wrongWith = (member: string) => errorAt(errors, ["properties", place, member]);
  const wrong = {
    key: wrongWith("key"),
    name: tooLong(property.name, longestName) ?? wrongWith("name"),
    default: wrongWith("default"),
  };
  const { typedTexts } = useCollectionsState();
  const isUnread = useStore(
    typedTexts,
    (texts) => textsOf(texts, { id: typeId, properties: [property] }).length > 0,
  );
  const isWrong = isUnread || Object.values(wrong).some((words) => words !== null);
  // What keeps all of it from being saved is never out of sight.
  const isOpen = canEdit && (props.open || isWrong);
  const wrongWords = (member: keyof typeof wrong) => (
    <ProblemLine id={`${errorId}-${member}`}>{wrong[member]}</ProblemLine>
  );
  return (
    <li
      className={`property-item ${isOpen ? "is-open" : ""} ${sortable.isDragging ? "is-dragging" : ""}`}
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      onKeyDown={props.onKeyDown}
    >
      <div className="property">
        {canEdit ? <Grip sortable={sortable} name={key} /> : <span />}
        {canEdit ? (
          <button
            type="button"
            className="property-key mono truncate"
            title={property.name}
            aria-expanded={isOpen}
            onClick={props.onToggle}
          >
            {key}
          </button>
        ) : (
          <span className="mono truncate" title={property.name}>
            {key}
          </span>
        )}
        <span className="muted">{property.type}</span>
        <span className="property-default">
          {property.default === undefined ? (
            <i className="muted">none</i>
          ) : (
            <ValueView property={property} value={property.default} />
          )}
          {property.options !== undefined && (
            <span className="muted truncate" title={property.options.join("\n")}>
              of {property.options.length}
            </span>
          )}
        </span>
        <span className="muted num truncate">{setByWords(props.setBy)}</span>
        {canEdit ? (
          <MoreMenu
            label={`More for ${key}`}
            items={[
              { label: "Move up", icon: ArrowUp, disabled: place === 0, run: () => onMove(place - 1) },
              {
                label: "Move down",
                icon: ArrowDown,
                disabled: place === of - 1,
                run: () => onMove(place + 1),
              },
              null,
              { label: "Delete", icon: Trash2, danger: true, run: onRemove },
            ]}
          />
        ) : (
          <span />
        )}
      </div>
      {isOpen && (
        <div className="property-form">
          <span className="label">Key</span>
          <div>
            <span className="property-pair">
              <KeyCell
                property={property}
                error={wrong.key}
                errorId={`${errorId}-key`}
                onKey={(to) => onChange({ ...property, key: to }, "key")}
              />
              <span className="direction small">Apps built with the old key lose it.</span>
            </span>
            {wrongWords("key")}
          </div>
          <span className="label">Name</span>
          <div>
            <LineInput
              aria-label={`Name of ${key}`}
              aria-invalid={wrong.name === null ? undefined : true}
              aria-describedby={wrong.name === null ? undefined : `${errorId}-name`}
              value={property.name}
              onText={(name) => onChange({ ...property, name }, "name")}
            />
            {wrongWords("name")}
          </div>
          <span className="label">Type</span>
          <div className="property-type">
            <Select
              aria-label={`Type of ${key}`}
              value={property.type}
              options={propertyTypes.map((one) => [one, one] as const)}
              onChange={onType}
            />
          </div>
          {property.type === "select" && (
            <>
              <span className="label">Options</span>
              <OptionList
                name={key}
                options={property.options ?? []}
                error={wrongWith("options") ?? props.lostOption}
                onChange={(options, renamed) => onChange(withOptions(property, options, renamed), "options")}
              />
            </>
          )}
          <span className="label">Default</span>
          <div>
            <div className="property-default">
              <TypedPlaceContext value={{ object: typeId, owner: property.id, name: "the default of " }}>
                <ValueInput
                  property={withDefault(property, undefined)}
                  value={property.default}
                  label={`Default of ${key}`}
                  invalid={wrong.default !== null}
                  describedBy={wrong.default === null ? undefined : `${errorId}-default`}
                  onChange={(value) => onChange(withDefault(property, value), "default")}
                />
              </TypedPlaceContext>
              {property.default !== undefined && (
                <IconButton
                  icon={RotateCcw}
                  label={`No default for ${key}`}
                  title="No default: apps get no value where none is set"
                  onClick={() => onChange(withDefault(property, undefined), "default")}
                />
              )}
            </div>
            {wrongWords("default")}
          </div>
        </div>
      )}
    </li>
  );
}

const setByWords = ({ scenarios, of }: PropertyLineProps["setBy"]): string =>
  scenarios === 0 ? "no scenario" : `${scenarios} of ${counted(of, "scenario")}`;

/** A key changes when it is complete, not with every letter: data hangs on it. */
function KeyCell({
  property,
  error,
  errorId,
  onKey,
}: {
  readonly property: Property;
  readonly error: string | null;
  readonly errorId: string;
  readonly onKey: (key: string) => boolean;
}) {
  const [typed, setTyped] = useState<string | null>(null);
  const { toasts } = useConsole();
  const wanted = typed?.trim() || property.key;
  const rename = () => {
    if (wanted !== property.key && !onKey(wanted))
      say(toasts, `“${property.key}” was not renamed to “${wanted}”. It was deleted elsewhere.`);
  };
  useTakenAway(rename);
  const commit = () => {
    rename();
    setTyped(null);
  };
  return (
    <input
      className="input mono"
      aria-label={`Key of ${property.key}`}
      aria-invalid={error === null ? undefined : true}
      aria-describedby={error === null ? undefined : errorId}
      value={typed ?? property.key}
      spellCheck={false}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={commit}
      onKeyDown={({ key }) => key === "Enter" && commit()}
    />
  );
}
