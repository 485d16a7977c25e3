import { useState } from "react";
import { Button } from "../parts/Button.tsx";
import { Popover } from "../parts/Popover.tsx";
import { Sortable, SortableItem, useOrderKeys } from "../parts/Sortable.tsx";
import { Tok } from "../parts/Tok.tsx";
import { uniqueKeys } from "../parts/unique-keys.ts";
import { moved } from "../values/ListInput.tsx";
import type { PartProps } from "./ExpectedItem.tsx";
import { withoutPart } from "./expectations.ts";

/** ", showing Promo, Hero": what a Section is expected to hold, in this order. */
export function ExpectedChildren({ expectation, nameOf, onChange }: PartProps) {
  const [open, setOpen] = useState(false);
  const [dragging, setDragging] = useState(false);
  const { children } = expectation;
  if (children === undefined) return null;
  const words = children.length === 0 ? "nothing" : children.map(nameOf).join(", ");
  if (onChange === undefined)
    return (
      <>
        , showing <b className="tok-fixed">{words}</b>
      </>
    );
  return (
    <>
      , showing{" "}
      <Popover
        open={open}
        onOpenChange={setOpen}
        label="What is in it, in order"
        className="child-order"
        // While something is moved, Escape puts it back.
        onEscapeKeyDown={(event) => dragging && event.preventDefault()}
        trigger={<Tok aria-label={`What is in it: ${words}`}>{words}</Tok>}
      >
        {children.length === 0 && <p className="direction">Nothing: an empty Section is expected.</p>}
        <ChildOrder
          ids={children}
          nameOf={nameOf}
          onDragging={setDragging}
          onOrder={(ordered) => onChange({ ...expectation, children: [...ordered] })}
        />
        <Button look="quiet" small onClick={() => onChange(withoutPart(expectation, "children"))}>
          Do not check what is in it
        </Button>
      </Popover>
    </>
  );
}

interface ChildOrderProps {
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  readonly onOrder: (ids: readonly string[]) => void;
  readonly onDragging: (dragging: boolean) => void;
}

/** The Experiences of a Section, put in order by mouse, with Space and the arrows, or with Alt and the arrows. */
function ChildOrder({ ids, nameOf, onOrder, onDragging }: ChildOrderProps) {
  const rows = uniqueKeys(ids);
  const move = (from: number, to: number) => {
    const ordered = moved(ids, from, to);
    if (ordered !== ids) onOrder(ordered);
  };
  const press = useOrderKeys("In the expected order", "the Experience", true);
  return (
    <Sortable
      ids={rows}
      nameOf={(row) => nameOf(ids[rows.indexOf(row)] ?? row)}
      onPut={(row, at) => move(rows.indexOf(row), rows.indexOf(at))}
      onMoving={onDragging}
    >
      <ol aria-label="Expected in it, in order">
        {ids.map((id, index) => (
          <SortableItem
            key={rows[index]}
            id={rows[index] ?? id}
            name={nameOf(id)}
            className="ordered-child"
            onKeyDown={(event) => press(event, (by) => move(index, index + by))}
          >
            <span className="mono small muted">{index + 1}</span>
            <span className="truncate">{nameOf(id)}</span>
          </SortableItem>
        ))}
      </ol>
    </Sortable>
  );
}
