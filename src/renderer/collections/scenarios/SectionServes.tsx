import { closestCenter, DndContext, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import type { Experience } from "../../../core/collection.ts";
import type { FieldError } from "../../../core/problem.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { SectionServe } from "../../../core/scenario.ts";
import { useHere, usePath } from "../../app/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Popover } from "../../parts/Popover.tsx";
import { Suggest } from "../../parts/Suggest.tsx";
import { Toggle } from "../../parts/Toggle.tsx";
import { belowOf, type PlacedSection } from "../model/collection-address.ts";
import { errorAt } from "../model/errors-at.ts";
import { useNames, useTypes } from "../use-collections.ts";
import { moved } from "../values/list-items.ts";
import { Prop } from "./ExperienceServes.tsx";
import { Grip } from "./Grip.tsx";
import { type ServedRow, ServesHead } from "./ServesHead.tsx";
import { sortableStyle, useSorting, verticalOnly } from "./sorting.ts";

interface SectionServesProps {
  readonly placed: PlacedSection;
  readonly serve: SectionServe;
  readonly served: ServedRow<SectionServe>;
  readonly onChange: (serve: SectionServe, mark: string) => void;
  readonly errors: readonly FieldError[];
  readonly path: readonly PropertyKey[];
}

/** What a scenario of a Section shows: on or off, and which of its Experiences in which order. */
export function SectionServes({ placed, serve, served, onChange, errors, path }: SectionServesProps) {
  const { canEdit } = useHere();
  const nameOf = useNames(placed.collection);
  const before = served.phase === "ready" ? served.serve : null;
  const error = errorAt(errors, [...path, "children"]);
  return (
    <div className="props">
      <ServesHead served={served} />
      <Prop
        name="enabled"
        changed={before !== null && before.enabled !== serve.enabled}
        draft={
          <>
            {canEdit && (
              <Toggle
                on={serve.enabled}
                onChange={(enabled) => onChange({ ...serve, enabled }, "enabled")}
                label="Enabled"
              />
            )}
            {serve.enabled ? "On" : "Off"}
          </>
        }
        published={before === null ? null : before.enabled ? "On" : "Off"}
      />
      <Prop
        name="children"
        changed={before !== null && !jsonEqual(before.children, serve.children)}
        error={error}
        draft={
          <Children
            placed={placed}
            ids={serve.children}
            onChange={(children) => onChange({ ...serve, children: [...children] }, "children")}
          />
        }
        published={
          before === null ? null : (
            <ol className="served-children">
              {before.children.map((id, index) => (
                <li key={id}>
                  <span className="mono small">{index + 1}</span> {nameOf(id)}
                </li>
              ))}
              {before.children.length === 0 && <li className="direction">nothing</li>}
            </ol>
          )
        }
      />
    </div>
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
  const shown = ids.filter((id) => experiences.some((one) => one.id === id));
  const move = (id: string, to: number) => onChange(moved(ids, ids.indexOf(id), to));
  const sorting = useSorting(shown, nameOf);
  const onDragEnd = ({ active, over }: DragEndEvent) =>
    over !== null && active.id !== over.id && move(String(active.id), ids.indexOf(String(over.id)));
  return (
    <div className="children">
      <DndContext
        {...sorting}
        modifiers={verticalOnly}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
      >
        <SortableContext items={shown} strategy={verticalListSortingStrategy}>
          <ol aria-label="Experiences that it shows, in order">
            {shown.map((id, index) => (
              <Child
                key={id}
                placed={placed}
                id={id}
                place={index + 1}
                onMove={(by) => move(id, ids.indexOf(shown[index + by] ?? id))}
                onRemove={() => onChange(ids.filter((one) => one !== id))}
              />
            ))}
          </ol>
        </SortableContext>
      </DndContext>
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
  readonly placed: PlacedSection;
  readonly id: string;
  /** From 1. */
  readonly place: number;
  readonly onMove: (by: number) => void;
  readonly onRemove: () => void;
}

function Child({ placed, id, place, onMove, onRemove }: ChildProps) {
  const { canEdit } = useHere();
  const to = usePath();
  const types = useTypes();
  const sortable = useSortable({ id, disabled: !canEdit });
  const experience = placed.section.experiences.find((one) => one.id === id);
  if (experience === undefined) return null;
  const href = to("collections", ...belowOf({ ...placed, kind: "experience", experience }));
  return (
    <li
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      className={`child ${sortable.isDragging ? "is-dragging" : ""}`}
      onKeyDown={(event) => {
        const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
        if (!event.altKey || by === undefined || !canEdit) return;
        event.preventDefault();
        event.stopPropagation();
        onMove(by);
      }}
    >
      {canEdit && <Grip sortable={sortable} name={experience.name} />}
      <span className="mono small muted">{place}</span>
      <Link href={href} className="link-row truncate grow">
        {experience.name}
      </Link>
      <span className="muted small">{types.find((type) => type.id === experience.typeId)?.name}</span>
      {canEdit && (
        <button
          type="button"
          className="btn btn-icon btn-sm"
          aria-label={`Take ${experience.name} out`}
          onClick={onRemove}
        >
          <Icon of={X} size={14} />
        </button>
      )}
    </li>
  );
}

function AddChild({
  left,
  onAdd,
}: {
  readonly left: readonly Experience[];
  readonly onAdd: (id: string) => void;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      label="Experiences of this Section"
      trigger={
        <button type="button" className="btn btn-quiet btn-sm">
          <Icon of={Plus} size={14} />
          Show another
        </button>
      }
    >
      <Suggest
        label="Experience"
        placeholder="Find an Experience"
        suggestions={left.map(({ id, name, key }) => ({ value: id, label: name, hint: key }))}
        nothing="It shows all that the Section has. Make another in the tree."
        onPick={(id) => {
          onAdd(id);
          setOpen(false);
        }}
      />
    </Popover>
  );
}
