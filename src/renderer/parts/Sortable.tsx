import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  type Modifier,
  PointerSensor,
  useSensor,
  useSensors,
} from "@dnd-kit/core";
import { SortableContext, useSortable, verticalListSortingStrategy } from "@dnd-kit/sortable";
import { CSS } from "@dnd-kit/utilities";
import { GripVertical } from "lucide-react";
import {
  type CSSProperties,
  createContext,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from "react";
import { flushSync } from "react-dom";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { Icon } from "./Icon.tsx";

interface SortableProps {
  /** What can be put elsewhere, in its order. */
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** Called when one is put where another is. */
  readonly onPut: (id: string, at: string) => void;
  /** Whether something is being moved now. */
  readonly onMoving?: ((moving: boolean) => void) | undefined;
  readonly children: ReactNode;
}

/** A list that is put in order, by mouse and by keyboard. */
export function Sortable({ ids, nameOf, onPut, onMoving, children }: SortableProps) {
  const announcements = sortAnnouncements(ids, nameOf);
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const { hold, said } = useHold({ ids, nameOf, onPut, onMoving });
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    onMoving?.(false);
    if (over !== null && active.id !== over.id) onPut(String(active.id), String(over.id));
  };
  return (
    <HoldContext value={hold}>
      <DndContext
        sensors={sensors}
        accessibility={{ announcements, screenReaderInstructions: { draggable: instructions } }}
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
      <span className="sr" aria-live="assertive">
        {said}
      </span>
    </HoldContext>
  );
}

const instructions =
  "Press Space to take hold, the up and down arrows to move, Space to put it there, Escape to put it back where it was.";

/** What a list's keyboard has hold of, and how its grips hear keys. */
interface Hold {
  readonly held: string | null;
  readonly press: (event: ReactKeyboardEvent, id: string) => void;
  readonly letGo: () => void;
}
const HoldContext = createContext<Hold | null>(null);

/**
 * Space takes hold of a row, and each arrow moves it at once. dnd-kit's own keyboard sensor moves a row only after it has
 * measured what was drawn, and loses the keys that come before.
 */
function useHold({ ids, nameOf, onPut, onMoving }: Omit<SortableProps, "children">) {
  // `by`: how many places down it was moved here. Somebody else may put the list in order meanwhile.
  const [held, setHeld] = useState<{ readonly id: string; readonly by: number } | null>(null);
  const [said, setSaid] = useState("");
  const say = sortWords(ids, nameOf);
  const take = (to: typeof held) => {
    setHeld(to);
    onMoving?.(to !== null);
  };
  const put = (id: string, at: string | undefined) => {
    if (at !== undefined && at !== id) onPut(id, at);
  };
  const move = (id: string, by: -1 | 1) => {
    const at = ids[ids.indexOf(id) + by];
    put(id, at);
    if (at !== undefined) setHeld((now) => now && { id, by: now.by + by });
    setSaid(say.isAt(id, at ?? id));
  };
  const acts: Readonly<Record<string, ((id: string, by: number) => void) | undefined>> = {
    ArrowUp: (id) => move(id, -1),
    ArrowDown: (id) => move(id, 1),
    Escape: (id, by) => {
      const at = ids[ids.indexOf(id) - by];
      put(id, at);
      take(null);
      setSaid(say.stays(id, at ?? id));
    },
  };
  const press = (event: ReactKeyboardEvent, id: string) => {
    const { code } = event.nativeEvent;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const turns = code === "Space" || code === "Enter";
    const act = held?.id === id ? acts[code] : undefined;
    if (!turns && act === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    // The next key, however soon, is for what this one has drawn.
    flushSync(() => {
      if (!turns) return act?.(id, held?.by ?? 0);
      take(held?.id === id ? null : { id, by: 0 });
      setSaid(held?.id === id ? say.put(id, id) : say.took(id));
    });
  };
  const letGo = () => held !== null && take(null);
  const isGone = held !== null && !ids.includes(held.id);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a row that somebody else took away is let go of once.
  useEffect(() => {
    if (isGone) letGo();
  }, [isGone]);
  return { hold: { held: held?.id ?? null, press, letGo }, said };
}

/** What is read aloud while a row is moved, by keys or by the mouse. `ids` in their order. */
function sortWords(ids: readonly string[], nameOf: (id: string) => string) {
  const place = (id: string) => `place ${ids.indexOf(id) + 1} of ${ids.length}`;
  return {
    took: (id: string) => `Took hold of ${nameOf(id)}, at ${place(id)}.`,
    isAt: (id: string, at: string) => `${nameOf(id)} is at ${place(at)}.`,
    put: (id: string, at: string) => `Put ${nameOf(id)} at ${place(at)}.`,
    stays: (id: string, at: string) => `${nameOf(id)} stays at ${place(at)}.`,
  };
}

/** What dnd-kit reads aloud of a row that the mouse moves. */
export function sortAnnouncements(ids: readonly string[], nameOf: (id: string) => string): Announcements {
  const say = sortWords(ids, nameOf);
  return {
    onDragStart: ({ active }) => say.took(String(active.id)),
    onDragOver: ({ active, over }) =>
      over === null ? undefined : say.isAt(String(active.id), String(over.id)),
    onDragEnd: ({ active, over }) => say.put(String(active.id), String((over ?? active).id)),
    onDragCancel: ({ active }) => say.stays(String(active.id), String(active.id)),
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
  readonly sortable: Pick<
    ReturnType<typeof useSortable>,
    "attributes" | "listeners" | "setActivatorNodeRef" | "items" | "index"
  >;
  readonly name: string;
}

/** Where something is taken hold of to be put elsewhere: by mouse, or with Space and the arrows. */
export function Grip({ sortable, name }: GripProps) {
  const hold = useContext(HoldContext);
  const id = String(sortable.items[sortable.index]);
  return (
    <button
      type="button"
      className="grip"
      ref={sortable.setActivatorNodeRef}
      aria-describedby={sortable.attributes["aria-describedby"]}
      aria-pressed={hold?.held === id}
      {...sortable.listeners}
      onKeyDown={(event) => hold?.press(event, id)}
      onBlur={hold?.letGo}
      aria-label={`Move ${name}`}
    >
      <Icon of={GripVertical} />
    </button>
  );
}

interface SortableItemProps {
  readonly id: string;
  readonly name: string;
  readonly className: string;
  readonly canMove?: boolean;
  readonly onKeyDown: (event: ReactKeyboardEvent) => void;
  readonly children: ReactNode;
}

/** A row of a list that is put in order, with its grip before what is in it. */
export function SortableItem({ id, name, className, canMove = true, ...rest }: SortableItemProps) {
  const sortable = useSortable({ id, disabled: !canMove });
  return (
    <li
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      className={`${className} ${sortable.isDragging ? "is-dragging" : ""}`}
      onKeyDown={rest.onKeyDown}
    >
      {canMove && <Grip sortable={sortable} name={name} />}
      {rest.children}
    </li>
  );
}
