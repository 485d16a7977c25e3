/** Why the server could not start, in words for the operator. Nothing was changed on disk. */
export class StartError extends Error {
  override readonly name = "StartError";
}
