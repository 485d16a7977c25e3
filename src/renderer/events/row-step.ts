/**
 * The row that a key leads to from the current one (-1: none yet), or null where the key means nothing here.
 * Never leaves the list.
 */
export function rowStep(key: string, current: number, total: number, pageRows: number): number | null {
  if (total === 0) return null;
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: current + 1,
    ArrowUp: current - 1,
    PageDown: current + pageRows,
    PageUp: current - pageRows,
    Home: 0,
    End: total - 1,
  };
  const to = steps[key];
  return to === undefined ? null : Math.min(Math.max(to, 0), total - 1);
}
