/** Work, in rows to write and in characters of JSON. */
export interface Load {
  readonly rows: number;
  readonly size: number;
}

/** What may wait to be written. More is answered 503 (back-pressure, never silent loss). */
export const queueLimit: Load = { rows: 20_000, size: 64 * 1024 * 1024 };
/** The most in one transaction, unless one job alone is more. */
export const transactionLimit: Load = { rows: 4_000, size: 8 * 1024 * 1024 };
/** The largest job: larger than the largest request. */
export const jobLimit = 48 * 1024 * 1024;

export const sum = (a: Load, b: Load): Load => ({ rows: a.rows + b.rows, size: a.size + b.size });
export const exceeds = (load: Load, limit: Load): boolean => load.rows > limit.rows || load.size > limit.size;
