/** Exponential backoff with full jitter: any time up to `firstMs` doubled with every failure, at most `mostMs`. In ms. */
export function backoff(failures: number, firstMs: number, mostMs: number): number {
  return Math.random() * Math.min(mostMs, firstMs * 2 ** Math.min(failures, 30));
}
