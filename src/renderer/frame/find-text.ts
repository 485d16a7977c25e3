/** Where words stand in what is shown, in the page's order; letters' case counts for nothing. */
export function findText(root: Element, words: string): Range[] {
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
export function markFound(found: readonly Range[], current: number): void {
  CSS.highlights.set("found", new Highlight(...found));
  const range = found[current];
  CSS.highlights.set("found-current", range === undefined ? new Highlight() : new Highlight(range));
  range?.startContainer.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
