import {
  type Announcements,
  closestCenter,
  DndContext,
  type DndContextProps,
  type DragEndEvent,
  KeyboardSensor,
  type KeyboardSensorProps,
  type Modifier,
  PointerSensor,
  type UniqueIdentifier,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import {
  SortableContext,
  sortableKeyboardCoordinates,
  type useSortable,
  verticalListSortingStrategy,
} from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import type { CSSProperties, KeyboardEvent as ReactKeyboardEvent, ReactNode } from "react";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { Icon } from "./Icon.tsx";

interface SortableProps {
  /** What can be put elsewhere, in its order. */
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** Called when one is put where another is. */
  readonly onPut: (id: string, at: string) => void;
  /** Whether something is being moved now. */
  readonly onMoving?: (moving: boolean) => void;
  readonly children: ReactNode;
}

/** A list that is put in order, by mouse and by keyboard. */
export function Sortable({ ids, nameOf, onPut, onMoving, children }: SortableProps) {
  const sorting = useSorting(ids, nameOf);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    onMoving?.(false);
    if (over !== null && active.id !== over.id) onPut(String(active.id), String(over.id));
  };
  return (
    <DndContext
      {...sorting}
      modifiers={verticalOnly}
      collisionDetection={closestCenter}
      onDragStart={() => onMoving?.(true)}
      onDragCancel={() => onMoving?.(false)}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={[...ids]} strategy={verticalListSortingStrategy}>
        {children}
      </SortableContext>
    </DndContext>
  );
}

/**
 * dnd-kit's keyboard sensor, which listens for the arrows only from the next task on. On a busy page a key that
 * follows Space at once comes before that, and would be lost: it is held, and given once somebody listens.
 */
class PatientKeyboardSensor extends KeyboardSensor {
  constructor(props: KeyboardSensorProps) {
    super(props);
    holdKeys(document);
  }
}

function holdKeys(page: Document): void {
  const held: KeyboardEvent[] = [];
  const hold = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(event);
  };
  page.addEventListener("keydown", hold, { capture: true });
  // Asked for after the sensor's own timer: by then it listens.
  setTimeout(async () => {
    page.removeEventListener("keydown", hold, { capture: true });
    for (const event of held) {
      (event.target ?? page).dispatchEvent(new KeyboardEvent(event.type, event));
      await settled();
    }
  });
}

/** The next key is read against what the one before it drew. */
const settled = () => new Promise((done) => setTimeout(done));

const instructions =
  "Press Space to take hold, the up and down arrows to move, Space to put it there, Escape to leave it where it was.";

/** Sensors and words of a list that is put in order, by mouse and by keyboard. `ids` in their order. */
function useSorting(
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
const verticalOnly: Modifier[] = [({ transform }) => ({ ...transform, x: 0 })];

/** How a row is drawn on its way. */
export const sortableStyle = ({
  transform,
  transition,
}: Pick<ReturnType<typeof useSortable>, "transform" | "transition">): CSSProperties => ({
  transform: CSS.Translate.toString(transform),
  transition,
});

/**
 * Alt and an arrow move one thing of a list: gives what hears them, for each of its rows. `group`: "In the list of
 * properties"; `what` is moved.
 */
export function useOrderKeys(group: string, what: string, canMove: boolean) {
  const keys = [
    { title: `Move ${what} up`, keys: ["alt+ArrowUp"], run: (move: (by: -1 | 1) => void) => move(-1) },
    { title: `Move ${what} down`, keys: ["alt+ArrowDown"], run: (move: (by: -1 | 1) => void) => move(1) },
  ];
  const press = useLocalKeys(group, canMove ? keys : []);
  return (event: ReactKeyboardEvent, move: (by: -1 | 1) => void): void => {
    if (press(event, move)) event.stopPropagation();
  };
}

interface GripProps {
  readonly sortable: Pick<ReturnType<typeof useSortable>, "attributes" | "listeners" | "setActivatorNodeRef">;
  readonly name: string;
}

/** Where something is taken hold of to be put elsewhere: by mouse, or with Space and the arrows. */
export function Grip({ sortable, name }: GripProps) {
  return (
    <button
      type="button"
      className="grip"
      ref={sortable.setActivatorNodeRef}
      aria-describedby={sortable.attributes["aria-describedby"]}
      {...sortable.listeners}
      aria-label={`Move ${name}`}
    >
      <Icon of={GripVertical} />
    </button>
  );
}
