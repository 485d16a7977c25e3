/**
 * The least of some times that the same thing took, in ms. What a busy machine adds is in some of them; what the program
 * itself takes is in all.
 */
export async function quickest(times: number, measure: (round: number) => Promise<number>): Promise<number> {
  const took: number[] = [];
  for (let round = 0; round < times; round += 1) took.push(await measure(round));
  return Math.min(...took);
}
