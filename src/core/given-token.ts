/** A token of one run can be guessed unless it is this long, in characters. */
const leastCharacters = 16;

/** The token that a variable's value holds, without what came around it by accident, such as a line's end; undefined where there is none. */
export const tokenIn = (value: string | undefined): string | undefined => value?.trim() || undefined;

/** Why no request could carry UNDERSTUDY_TOKEN, without the token itself; null where one can (RFC 6750, 2.1). */
export const carriageProblem = (token: string): string | null =>
  /^[\x21-\x7e]+$/.test(token)
    ? null
    : "UNDERSTUDY_TOKEN holds a space, a line's end or a letter beyond ASCII, which no request can carry. Set it to the token alone, or unset it.";

/** Why UNDERSTUDY_TOKEN can't be the token of a run, likewise. */
export function runTokenProblem(token: string): string | null {
  if (token.length >= leastCharacters) return carriageProblem(token);
  return `UNDERSTUDY_TOKEN must have ${leastCharacters} characters or more; it has ${token.length}.`;
}
