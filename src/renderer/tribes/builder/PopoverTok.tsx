import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { useStore } from "zustand";
import { Popover, type PopoverProps } from "../../parts/Popover.tsx";
import { Tok } from "../../parts/Tok.tsx";
import type { AddPiece, BlankPiece } from "../../rules/sentence-piece.ts";
import { stopProps, useBuilder, useProblem } from "./builder-context.ts";

interface BlankLook {
  readonly piece: BlankPiece | AddPiece;
  /** What the blank stands for: "Event". */
  readonly label: string;
  readonly look: "word" | "mono" | "noun" | "add";
  readonly icon?: LucideIcon;
  readonly words: ReactNode;
}

/** What makes a popover one of a blank: one at a time is open, and another part may open it. */
export function useBlankPopover({
  piece,
  label,
  look,
  icon,
  words,
}: BlankLook): Omit<PopoverProps, "children"> {
  const { store } = useBuilder();
  const stop = stopProps(piece);
  const key = stop["data-stop"];
  const open = useStore(store, (state) => state.open === key);
  const problem = useProblem(piece);
  const said =
    piece.is === "blank" ? `${label}: ${piece.words === "…" ? "to be filled in" : piece.words}` : label;
  return {
    open,
    onOpenChange: (on) => {
      if (on) store.setState({ open: key });
      else if (store.getState().open === key) store.setState({ open: null });
    },
    label,
    className: "rule-popover",
    onCloseAutoFocus: (event) => {
      if (store.getState().wanted !== null || store.getState().open !== null) event.preventDefault();
    },
    trigger: (
      <Tok
        look={look}
        aria-label={said}
        {...stop}
        {...(icon && { icon })}
        {...(problem !== null && { "aria-invalid": true, title: problem })}
      >
        {words}
      </Tok>
    ),
  };
}

interface PopoverTokProps extends BlankLook {
  /** What is in the popover; `close` is called when something was chosen. */
  readonly children: (close: () => void) => ReactNode;
}

/** A blank whose popover opens at itself, and closes when something was chosen. */
export function PopoverTok({ children, ...blank }: PopoverTokProps) {
  const popover = useBlankPopover(blank);
  return <Popover {...popover}>{children(() => popover.onOpenChange(false))}</Popover>;
}
