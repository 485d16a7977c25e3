import { Plus, X } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Link } from "wouter";
import type { Experience } from "../../../core/collection.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { SectionServe } from "../../../core/scenario.ts";
import { keyPath, type PlacedSection } from "../../model/collection-address.ts";
import { errorAt } from "../../model/error-words.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { Button, IconButton } from "../../parts/Button.tsx";
import { Sortable, SortableItem, useOrderKeys } from "../../parts/Sortable.tsx";
import { SuggestPopover } from "../../parts/Suggest.tsx";
import { uniqueKeys } from "../../parts/unique-keys.ts";
import { moved } from "../../values/ListInput.tsx";
import { useNameOf, useTypes } from "../collections-state.ts";
import { namesIn } from "../publish/diff-words.ts";
import { useServed } from "../use-served.ts";
import { Prop, publishedServe, Serves, type ServesProps } from "./Serves.tsx";

interface SectionServesProps extends ServesProps<SectionServe> {
  readonly placed: PlacedSection;
}

/** What a scenario of a Section shows: on or off, and which of its Experiences in which order. */
export function SectionServes({ placed, errors, path, ...props }: SectionServesProps) {
  const { serve, served, onChange } = props;
  const before = publishedServe(served);
  return (
    <Serves {...props}>
      <Prop
        name="children"
        changed={before !== null && !jsonEqual(before.children, serve.children)}
        error={errorAt(errors, [...path, "children"])}
        draft={
          <Children
            placed={placed}
            ids={serve.children}
            onChange={(children) => onChange({ ...serve, children: [...children] }, "children")}
          />
        }
        published={before === null ? null : <ServedChildren placed={placed} ids={before.children} />}
      />
    </Serves>
  );
}

function ServedChildren({ placed, ids }: Omit<ChildrenProps, "onChange">) {
  const inDraft = useNameOf(placed.collection);
  const served = useServed(placed.collection);
  const nameOf = served?.phase === "ready" ? namesIn(served.content, inDraft) : inDraft;
  const keys = uniqueKeys(ids);
  return (
    <ol className="served-children">
      {ids.map((id, index) => (
        <li key={keys[index]} className="truncate" title={nameOf(id)}>
          <span className="mono small">{index + 1}</span> {nameOf(id)}
        </li>
      ))}
      {ids.length === 0 && <li className="direction">nothing</li>}
    </ol>
  );
}

interface ChildrenProps {
  readonly placed: PlacedSection;
  readonly ids: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}

function Children({ placed, ids, onChange }: ChildrenProps) {
  const { canEdit } = useHere();
  const { experiences } = placed.section;
  const nameOf = (id: string) => experiences.find((one) => one.id === id)?.name ?? id;
  // One that is being deleted is no longer shown, but stays where it is until that is done.
  const rows = uniqueKeys(ids).map((row, at) => ({ row, at, id: ids[at] ?? "" }));
  const shown = rows.filter(({ id }) => experiences.some((one) => one.id === id));
  const placeOf = (row: string) => rows.findIndex((one) => one.row === row);
  const move = (from: number, to: number) => onChange(moved(ids, from, to));
  const press = useOrderKeys("In the list of Experiences", "the Experience", canEdit);
  return (
    <div className="children">
      <Sortable
        ids={shown.map(({ row }) => row)}
        nameOf={(row) => nameOf(rows[placeOf(row)]?.id ?? row)}
        onPut={(row, at) => move(placeOf(row), placeOf(at))}
      >
        <ol aria-label="Experiences that it shows, in order">
          {shown.map(({ row, at, id }, index) => (
            <Child
              key={row}
              row={row}
              placed={placed}
              id={id}
              place={index + 1}
              onKeyDown={(event) => press(event, (by) => move(at, shown[index + by]?.at ?? at))}
              onRemove={() => onChange(ids.toSpliced(at, 1))}
            />
          ))}
        </ol>
      </Sortable>
      {shown.length === 0 && <p className="direction">Shows nothing: an empty Section.</p>}
      {canEdit && (
        <AddChild
          left={experiences.filter(({ id }) => !ids.includes(id))}
          onAdd={(id) => onChange([...ids, id])}
        />
      )}
    </div>
  );
}

interface ChildProps {
  /** Its id in the list that is being sorted. */
  readonly row: string;
  readonly placed: PlacedSection;
  readonly id: string;
  /** From 1. */
  readonly place: number;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onRemove: () => void;
}

function Child({ row, placed, id, place, onKeyDown, onRemove }: ChildProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const types = useTypes();
  const experience = placed.section.experiences.find((one) => one.id === id);
  if (experience === undefined) return null;
  const href = to("collections", ...keyPath({ ...placed, kind: "experience", experience }));
  return (
    <SortableItem id={row} name={experience.name} className="child" canMove={canEdit} onKeyDown={onKeyDown}>
      <span className="mono small muted">{place}</span>
      <Link href={href} className="truncate grow" title={experience.name}>
        {experience.name}
      </Link>
      <span className="muted small truncate">
        {types.find((type) => type.id === experience.typeId)?.name}
      </span>
      {canEdit && <IconButton icon={X} label={`Remove ${experience.name}`} onClick={onRemove} />}
    </SortableItem>
  );
}

interface AddChildProps {
  readonly left: readonly Experience[];
  readonly onAdd: (id: string) => void;
}

function AddChild({ left, onAdd }: AddChildProps) {
  return (
    <SuggestPopover
      title="Experiences of this Section"
      trigger={
        <Button look="quiet" small icon={Plus}>
          Show an Experience…
        </Button>
      }
      label="Experience"
      placeholder="Find an Experience"
      suggestions={left.map(({ id, name, key }) => ({ value: id, label: name, hint: key }))}
      {...(left.length === 0 && {
        nothing: "Every Experience of the Section is shown. Add another in the tree.",
      })}
      onPick={onAdd}
    />
  );
}
