/**
 * How long a test waits for what must come, in ms. Nothing that works takes as long on a machine that is slow or busy; what never
 * comes is found all the same.
 */
export const patience = 60_000;
