/**
 * Where the same thing is asked again before it is answered: hands on the last question's answer alone. An older one's may
 * arrive later, and would put back what is no longer so.
 */
export function lastAsked<T>(hand: (answer: T) => void): (asked: Promise<T>) => Promise<void> {
  let last = 0;
  return async (asked) => {
    last += 1;
    const own = last;
    const answer = await asked;
    if (own === last) hand(answer);
  };
}
