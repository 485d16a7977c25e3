import { type RefObject, useState } from "react";
import { type FilterPart, typedPart } from "../stores/event-filter-part.ts";

/**
 * A chip's words go into the box; the chip holds until another is entered in its place. What was half typed comes back
 * afterwards.
 */
export function useChipEdit(box: RefObject<HTMLInputElement | null>) {
  const [typed, setTyped] = useState("");
  const [edited, setEdited] = useState<FilterPart | null>(null);
  const [aside, setAside] = useState("");
  const edit = (part: FilterPart) => {
    if (edited === null) setAside(typed);
    setEdited(part);
    setTyped(typedPart(part));
    box.current?.focus();
  };
  const end = () => {
    if (edited === null) return;
    setEdited(null);
    setTyped(aside);
    setAside("");
  };
  return { typed, setTyped, edited, edit, end };
}
