import { Problem } from "../../core/problem.ts";

/** Somebody else changed the document since it was read last: their edit is not written over. */
export class OutsideEdit extends Error {}

/** A document is not where it was, and nothing else may stand in for it. */
export class TakenAway extends Error {
  constructor(path: string) {
    super(`${path} was taken away. Put it back.`);
  }
}

/** Takes in an edit from outside. One that can't be used is refused, and there is a warning for as long as it lies there. */
export async function takingOutsideEdit(
  warnings: Map<string, string>,
  path: string,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work();
    warnings.delete(path);
  } catch (error) {
    refuse(warnings, path, error);
  }
}

/** As `takingOutsideEdit`, for what is at hand. Gives what `work` does, null where it was refused. */
export function takingAtOnce<R>(warnings: Map<string, string>, path: string, work: () => R): R | null {
  try {
    const result = work();
    warnings.delete(path);
    return result;
  } catch (error) {
    refuse(warnings, path, error);
    return null;
  }
}

function refuse(warnings: Map<string, string>, path: string, error: unknown): void {
  // What was edited is gone meanwhile, with its Space.
  if (error instanceof Problem && error.code === "not-found") return;
  // Nobody can say, so it is looked at again.
  if (error instanceof Problem && error.code === "not-ready") throw error;
  const { message, cause } = error as Error;
  warnings.set(
    path,
    cause instanceof TakenAway
      ? cause.message
      : `An edit from outside was refused; the state before it stays. ${message}`,
  );
}
