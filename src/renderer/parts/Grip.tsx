import type { useSortable } from "@dnd-kit/sortable";
import { GripVertical } from "lucide-react";
import { Icon } from "./Icon.tsx";

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
