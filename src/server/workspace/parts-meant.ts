/**
 * The parts that a write means, of those that were there; each is meant once. The first way goes for all of the write before the
 * next one does: what one names by its id, another does not take by its key.
 */
export function partsMeant<Input, Part>(
  inputs: readonly Input[],
  before: readonly Part[],
  ways: readonly ((input: Input, part: Part) => boolean)[],
): Map<Input, Part> {
  const left = new Set(before);
  const meant = new Map<Input, Part>();
  for (const means of ways)
    for (const input of inputs.filter((one) => !meant.has(one))) {
      const known = [...left].find((one) => means(input, one));
      if (known === undefined) continue;
      meant.set(input, known);
      left.delete(known);
    }
  return meant;
}
