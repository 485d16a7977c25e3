import { closestCenter, DndContext, type DragEndEvent } from "@dnd-kit/core";
import { SortableContext, verticalListSortingStrategy } from "@dnd-kit/sortable";
import type { ReactNode } from "react";
import { useSorting, verticalOnly } from "./sorting.ts";

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
