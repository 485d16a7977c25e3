import { Problem } from "../../core/problem.ts";

/** Somebody else changed the document since it was read last: their edit is not written over. */
export class OutsideEdit extends Error {}

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
    // What was edited is gone meanwhile, with its Space.
    if (error instanceof Problem && error.code === "not-found") return;
    warnings.set(
      path,
      `An edit from outside was refused; the state before it stays. ${(error as Error).message}`,
    );
  }
}
