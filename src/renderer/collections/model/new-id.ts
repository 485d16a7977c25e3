const letters = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const length = 16;

/** An id of a new scenario, like those that the server makes; it keeps what it is given. */
export function newScenarioId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(length));
  return `scn_${[...bytes].map((byte) => letters[byte % letters.length]).join("")}`;
}
