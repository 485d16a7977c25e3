import { murmur3 } from "./murmur3.ts";

const buckets = 10_000;

/**
 * Where a person stands in the rollouts of an Experience or Section, from 0 to 9,999: always the same place there, and
 * another one elsewhere. test/vectors/bucketing.json binds every language that needs it.
 */
export const bucketOf = (itemId: string, userId: string): number => murmur3(`${itemId}:${userId}`) % buckets;

/** Whether a bucket is among `rollout` percent. Growing a rollout only ever adds people. */
export const isRolledOut = (bucket: number, rollout: number): boolean => bucket < Math.round(rollout * 100);
