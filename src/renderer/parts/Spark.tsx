const width = 72;
const height = 14;

/** A line without axes beside the figure that it belongs to; the figure says it in words. */
export function Spark({ values }: { readonly values: readonly number[] }) {
  const top = Math.max(1, ...values);
  const step = width / Math.max(1, values.length - 1);
  const points = values.map(
    (value, i) => `${(i * step).toFixed(1)} ${(height - 1 - (value / top) * (height - 2)).toFixed(1)}`,
  );
  return (
    <svg className="spark" viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {points.length > 1 && <path d={`M${points.join("L")}`} />}
    </svg>
  );
}

const settledSeconds = 5;

/** Events a second now: the mean of the last five whole seconds. `rate` is oldest first, one entry a second. */
export function currentRate(rate: readonly number[]): number {
  const last = rate.slice(-settledSeconds);
  return last.length === 0 ? 0 : last.reduce((sum, one) => sum + one, 0) / last.length;
}
