/** Segments of a path that generated code may have: no `..`, no separator of any system, no drive, no hidden file. */
const segment = /^[A-Za-z0-9_][A-Za-z0-9_.-]*$/;

/** Whether a path, with `/` between its segments, leads to somewhere below the folder that it is relative to. */
export const isSafePath = (path: string): boolean =>
  path.length <= 500 && path.split("/").every((one) => segment.test(one) && !one.endsWith("."));
