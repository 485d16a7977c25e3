import { Popover } from "radix-ui";
import { type InputHTMLAttributes, type KeyboardEvent, useId, useRef, useState } from "react";
import { hasLines } from "../text/line-breaks.ts";
import { LineInput } from "./LineInput.tsx";
import { menuPlace } from "./MoreMenu.tsx";

interface SuggestInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "value" | "onChange"> {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly suggestions: readonly string[];
}

const bringIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });
/** As many as can be looked through. */
const mostShown = 50;

/** A line of any text, with what was used before under it: arrows walk there, Enter takes one. */
export function SuggestInput({ value, onText, suggestions, ...input }: SuggestInputProps) {
  const [open, setOpen] = useState(false);
  const [at, setAt] = useState(-1);
  const field = useRef<HTMLInputElement | HTMLTextAreaElement>(null);
  const id = useId();
  const typed = value.toLowerCase();
  const fits = suggestions
    .filter((one) => one !== value && one.toLowerCase().includes(typed))
    .slice(0, mostShown);
  const shown = open && fits.length > 0 && input.readOnly !== true;
  const show = (to: boolean) => {
    setOpen(to);
    setAt(-1);
  };
  const take = (one: string) => {
    onText(one);
    show(false);
  };
  const press = (event: KeyboardEvent) => {
    const by = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const one = fits[at];
    // Where nothing can be walked to, the arrows go through the lines.
    if (by !== 0 && (fits.length > 0 || !hasLines(value))) {
      event.preventDefault();
      setOpen(true);
      setAt((Math.max(at, by === 1 ? -1 : 0) + by + fits.length) % Math.max(1, fits.length));
    } else if (event.key === "Enter" && shown && one !== undefined) {
      event.preventDefault();
      take(one);
    }
  };
  const optionId = (place: number) => `${id}-${place}`;
  return (
    <Popover.Root open={shown} onOpenChange={show}>
      <Popover.Anchor asChild>
        <LineInput
          autoComplete="off"
          {...input}
          ref={field}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={shown}
          aria-controls={shown ? id : undefined}
          aria-activedescendant={shown && at !== -1 ? optionId(at) : undefined}
          value={value}
          onClick={() => show(true)}
          onBlur={() => show(false)}
          onText={(text) => {
            onText(text);
            show(true);
          }}
          onKeyDown={press}
        />
      </Popover.Anchor>
      <Popover.Portal container={menuPlace()}>
        <Popover.Content
          className="menu select-list"
          id={id}
          role="listbox"
          aria-label="Used before"
          align="start"
          sideOffset={4}
          collisionPadding={8}
          // The focus stays in the field.
          onOpenAutoFocus={(event) => event.preventDefault()}
          onCloseAutoFocus={(event) => event.preventDefault()}
          onInteractOutside={(event) => event.target === field.current && event.preventDefault()}
        >
          {fits.map((one, place) => (
            <div
              key={one}
              id={optionId(place)}
              role="option"
              tabIndex={-1}
              aria-selected={place === at}
              ref={place === at ? bringIntoView : null}
              data-highlighted={place === at ? "" : undefined}
              onPointerDown={(event) => event.preventDefault()}
              onPointerMove={() => setAt(place)}
              onClick={() => take(one)}
              onKeyDown={press}
            >
              <span className="truncate">{one}</span>
            </div>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
