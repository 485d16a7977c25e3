import type { EventProblemCode } from "../../core/problem.ts";

/** Why a message is refused: thrown where it is found, kept by the mapping as a refused event. */
export class Refusal extends Error {
  override readonly name = "Refusal";
  readonly code: EventProblemCode;

  constructor(code: EventProblemCode, detail: string) {
    super(detail);
    this.code = code;
  }
}

/** What can be read all the same: null where that is what the message is refused for. */
export function readable<T>(read: () => T): T | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}
