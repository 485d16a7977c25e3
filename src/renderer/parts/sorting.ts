import {
  type Announcements,
  type DndContextProps,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { sortableKeyboardCoordinates, type useSortable } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import type { CSSProperties } from "react";
import { PatientKeyboardSensor } from "./keyboard-sensor.ts";

const instructions =
  "Press Space to take hold, the up and down arrows to move, Space to put it there, Escape to leave it where it was.";

/** Sensors and words of a list that is put in order, by mouse and by keyboard. `ids` in their order. */
export function useSorting(
  ids: readonly string[],
  nameOf: (id: string) => string,
): Pick<DndContextProps, "sensors" | "accessibility"> {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(PatientKeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const announcements = sortAnnouncements(ids, nameOf);
  return { sensors, accessibility: { announcements, screenReaderInstructions: { draggable: instructions } } };
}

/** What is read aloud while something is put elsewhere. */
export function sortAnnouncements(ids: readonly string[], nameOf: (id: string) => string): Announcements {
  const place = (id: UniqueIdentifier) => `place ${ids.indexOf(String(id)) + 1} of ${ids.length}`;
  const name = (id: UniqueIdentifier) => nameOf(String(id));
  return {
    onDragStart: ({ active }) => `Took hold of ${name(active.id)}, at ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over === null ? undefined : `${name(active.id)} is at ${place(over.id)}.`,
    onDragEnd: ({ active, over }) => `Put ${name(active.id)} at ${place((over ?? active).id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} stays at ${place(active.id)}.`,
  };
}

/** Lists are sorted up and down only. */
export const verticalOnly: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** How a row is drawn on its way. */
export const sortableStyle = ({
  transform,
  transition,
}: Pick<ReturnType<typeof useSortable>, "transform" | "transition">): CSSProperties => ({
  transform: CSS.Translate.toString(transform),
  transition,
});
