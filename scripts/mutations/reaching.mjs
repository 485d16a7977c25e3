/**
 * Which test files come by which marks, from what reached.mjs wrote, a line each: `test FILE PID PARENT TIME` where a process turned
 * to a file, `NUMBER FILE PID PARENT TIME` for a mark. Where FILE is "-", it was in a thread or a process that a test had
 * started: then it counts for each file that this process, or the one that started it, was at.
 *
 * @param {string} log
 * @returns {Map<number, Set<string>>}
 */
export function reaching(log) {
  const atOf = new Map();
  const marks = new Map();
  const rows = log
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split(" "));
  for (const [what, file, pid, parent] of rows.sort((a, b) => a[4] - b[4])) {
    if (what === "test") atOf.set(pid, [file, ...(atOf.get(pid) ?? [])].slice(0, recent));
    else {
      const files = file === "-" ? (atOf.get(pid) ?? atOf.get(parent) ?? []) : [file];
      const known = marks.get(Number(what)) ?? new Set();
      marks.set(Number(what), new Set([...known, ...files]));
    }
  }
  return marks;
}

/** Vitest's threads are one process at three files at a time. */
const recent = 3;
