import { ChevronDown, ChevronUp, X } from "lucide-react";
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from "react";
import { IconButton } from "../parts/Button.tsx";
import { noteSearch } from "../parts/use-virtual-rows.ts";

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
    noteSearch(true);
    return () => {
      noteSearch(false);
      markFound([], 0);
    };
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

/** Where words stand in what is shown, in the page's order; letters' case counts for nothing. */
function findText(root: Element, words: string): Range[] {
  const wanted = words.toLowerCase();
  if (wanted === "") return [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const text = node.textContent?.toLowerCase() ?? "";
    // A letter that is longer in lower case (İ) would move all that follow.
    if (!text.includes(wanted) || text.length !== node.textContent?.length || !isShown(node)) continue;
    for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
      const range = document.createRange();
      range.setStart(node, at);
      range.setEnd(node, at + wanted.length);
      found.push(range);
    }
  }
  return found;
}

const isShown = ({ parentElement }: Node): boolean =>
  parentElement?.checkVisibility({ visibilityProperty: true }) === true;

/** Marks what was found, and the one that is looked at; without a word, nothing. */
function markFound(found: readonly Range[], current: number): void {
  CSS.highlights.set("found", new Highlight(...found));
  const range = found[current];
  CSS.highlights.set("found-current", range === undefined ? new Highlight() : new Highlight(range));
  range?.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
