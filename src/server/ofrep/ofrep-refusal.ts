import type { OfrepErrorCode } from "../../core/ofrep.ts";

/** What the standard has a code for. Thrown where it is found, answered by the routes. */
export class OfrepRefusal extends Error {
  override readonly name = "OfrepRefusal";
  readonly code: OfrepErrorCode;

  constructor(code: OfrepErrorCode, detail: string) {
    super(detail);
    this.code = code;
  }

  get status(): 400 | 404 {
    return this.code === "FLAG_NOT_FOUND" ? 404 : 400;
  }
}
