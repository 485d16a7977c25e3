/**
 * What browsers' translators do to a page, as its init script: each text is taken out, and another put in its place, within
 * elements of theirs; also what comes later. They leave alone what the page says is not for them. What is shown has "«" before it.
 */
export function translator(): void {
  const isTheirs = ({ parentElement }: Node) =>
    parentElement?.translate === true && parentElement.closest("font, script, style, textarea") === null;
  const put = (text: Text) => {
    if (!text.isConnected || text.data.trim() === "" || !isTheirs(text)) return;
    const outer = document.createElement("font");
    const inner = outer.appendChild(document.createElement("font"));
    inner.textContent = `«${text.data}`;
    text.replaceWith(outer);
  };
  const translate = () => {
    const texts = document.createTreeWalker(document, NodeFilter.SHOW_TEXT);
    const all: Node[] = [];
    while (texts.nextNode()) all.push(texts.currentNode);
    for (const text of all) put(text as Text);
  };
  new MutationObserver(translate).observe(document, { childList: true, characterData: true, subtree: true });
}
