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
  const inView = () => {
    const { top, bottom } = grid.getBoundingClientRect();
    return [...grid.querySelectorAll(".rows .trow")]
      .map((row) => ({ at: row.getBoundingClientRect(), sequence: Number(row.id.replace("event-", "")) }))
      .filter(({ at }) => at.bottom > top + head && at.top < bottom)
      .sort((a, b) => a.at.top - b.at.top)
      .map(({ sequence }) => sequence);
  };
  const look = () => {
    const rows = inView();
    rows.forEach((sequence, index) => {
      const next = rows[index + 1];
      if (next !== undefined && next !== sequence - 1) gaps.push(`${sequence} is followed by ${next}`);
      if (sequence >= oldest && sequence <= newest) seen.add(sequence);
    });
    return rows;
  };
  let moved = performance.now();
  let rows = look();
  while (!rows.includes(until) && performance.now() - moved < 5000) {
    const before = down ? rows.at(-1) : rows[0];
    grid.scrollTop += (grid.clientHeight - 3 * head) * (down ? 1 : -1);
    await frame();
    await frame();
    const edge = rows;
    rows = look();
    // What was seen last must still be in view: nothing is jumped over.
    const joined = rows.some((sequence) => edge.includes(sequence));
    if (!joined) gaps.push(`${edge[0]} to ${edge.at(-1)} is followed by ${rows[0]} to ${rows.at(-1)}`);
    if ((down ? rows.at(-1) : rows[0]) !== before) moved = performance.now();
  }
  return { seen: seen.size, gaps: gaps.slice(0, 20) };
}
