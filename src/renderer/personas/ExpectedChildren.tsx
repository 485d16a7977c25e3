import { useState } from "react";
import { Popover } from "../parts/Popover.tsx";
import { Tok } from "../parts/Tok.tsx";
import { ChildOrder } from "./ChildOrder.tsx";
import type { PartProps } from "./ExpectedItem.tsx";
import { withoutPart } from "./expectations.ts";

/** ", showing Promo, Hero": what a Section is expected to hold, in this order. */
export function ExpectedChildren({ expectation, names, onChange }: PartProps) {
  const [open, setOpen] = useState(false);
  const [dragging, setDragging] = useState(false);
  const { children } = expectation;
  if (children === undefined) return null;
  const words = children.length === 0 ? "nothing" : children.map(names.itemName).join(", ");
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
          nameOf={names.itemName}
          onDragging={setDragging}
          onOrder={(ordered) => onChange({ ...expectation, children: [...ordered] })}
        />
        <button
          type="button"
          className="btn btn-quiet btn-sm"
          onClick={() => onChange(withoutPart(expectation, "children"))}
        >
          Do not check what is in it
        </button>
      </Popover>
    </>
  );
}
