/**
 * Runs in the Events page: scrolls its list by nearly a view at a time, down to the oldest or up to the newest of some
 * events (sequences), and looks at every row that is drawn within the view on the way, as a reader would.
 *
 * @param {{ down: boolean, oldest: number, newest: number }} given
 * @returns {Promise<{ seen: number, gaps: string[] }>} how many of those events were seen, and the first places where a
 *   row was followed by another than the next one.
 */
export async function scrollRows({ down, oldest, newest }) {
  const until = down ? oldest : newest;
  const grid = /** @type {HTMLElement} */ (document.querySelector("[role=grid]"));
  const head = 28;
  /** @type {Set<number>} */
  const seen = new Set();
  /** @type {string[]} */
  const gaps = [];
  const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  const view = () => {
    const { top, bottom } = grid.getBoundingClientRect();
    return { top: top + head, bottom };
  };
  const inView = () => {
    const { top, bottom } = view();
    return [...grid.querySelectorAll(".rows .trow")]
      .map((row) => ({ at: row.getBoundingClientRect(), sequence: Number(row.id.replace("event-", "")) }))
      .filter(({ at }) => at.bottom > top && at.top < bottom)
      .sort((a, b) => a.at.top - b.at.top);
  };
  const look = () => {
    const rows = inView();
    rows.forEach(({ sequence }, index) => {
      const next = rows[index + 1]?.sequence;
      if (next !== undefined && next !== sequence - 1) gaps.push(`${sequence} is followed by ${next}`);
      if (sequence >= oldest && sequence <= newest) seen.add(sequence);
    });
    return rows;
  };
  /** So far that two rows of those that were seen stay in view. On a slow machine a view is for a moment not filled to its end. */
  const step = (rows) => {
    if (rows.length === 0) return 0;
    const { top, bottom } = view();
    const far = down ? rows.at(-1).at.bottom - top : bottom - rows[0].at.top;
    return Math.max(0, far - 2 * head) * (down ? 1 : -1);
  };
  let moved = performance.now();
  let rows = look();
  while (!rows.some(({ sequence }) => sequence === until) && performance.now() - moved < 5000) {
    grid.scrollTop += step(rows);
    await frame();
    await frame();
    // What is not drawn yet is not scrolled past.
    let now = look();
    while (now.length === 0 && performance.now() - moved < 5000) {
      await frame();
      now = look();
    }
    const [before, after] = [rows, now].map((all) => all.map(({ sequence }) => sequence));
    // What was seen last must still be in view: nothing is jumped over.
    if (before.length > 0 && !after.some((sequence) => before.includes(sequence)))
      gaps.push(`${before[0]} to ${before.at(-1)} is followed by ${after[0]} to ${after.at(-1)}`);
    if (after.at(down ? -1 : 0) !== before.at(down ? -1 : 0)) moved = performance.now();
    rows = now;
  }
  return { seen: seen.size, gaps: gaps.slice(0, 20) };
}
