import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "../parts/Button.tsx";
import { findText, markFound } from "./find-text.ts";

interface FindBarProps {
  /** Where is looked. */
  readonly within: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Finds words on the page: the desktop app's window has no bar for it of its own. */
export function FindBar({ within, onClose }: FindBarProps) {
  const [words, setWords] = useState("");
  const [seen, setSeen] = useState({ count: 0, current: 0 });
  const input = useRef<HTMLInputElement>(null);
  /** What the page shows may have changed since: it is looked anew each time. */
  const look = (text: string, place: (current: number) => number) => {
    const found = within.current === null ? [] : findText(within.current, text);
    const current = found.length === 0 ? 0 : (place(seen.current) + found.length) % found.length;
    markFound(found, current);
    setSeen({ count: found.length, current });
  };
  const step = (by: number) => look(words, (current) => current + by);
  useEffect(() => {
    input.current?.focus();
    return () => markFound([], 0);
  }, []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
    else if (event.key === "Enter" && event.target === input.current) step(event.shiftKey ? -1 : 1);
    else return;
    event.preventDefault();
  };
  return (
    <search className="find" aria-label="Find on this page" onKeyDown={onKeyDown}>
      <input
        ref={input}
        className="input"
        type="text"
        aria-label="Find on this page"
        placeholder="Find on this page"
        spellCheck={false}
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          look(target.value, () => 0);
        }}
      />
      <span className="find-count direction small" role="status">
        {words === "" ? "" : seen.count === 0 ? "Not found" : `${seen.current + 1} of ${seen.count}`}
      </span>
      <IconButton icon={ChevronUp} label="Previous" disabled={seen.count === 0} onClick={() => step(-1)} />
      <IconButton icon={ChevronDown} label="Next" disabled={seen.count === 0} onClick={() => step(1)} />
      <IconButton icon={X} label="Close" onClick={onClose} />
    </search>
  );
}
