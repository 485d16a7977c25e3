/**
 * Waits, in the page, until it is at rest: no request under way, nothing that says it is busy, nothing that moves, for three
 * frames. It stands alone, as it is sent to pages. Throws after `patience` ms.
 */
export async function atRest(patience: number): Promise<void> {
  const moves = ({ effect, currentTime }: Animation) => {
    const left = Number(effect?.getComputedTiming().endTime) - Number(currentTime ?? 0);
    // What takes longer, or has no end, only shows that something goes on.
    return left > 0 && left <= 500;
  };
  const isCalm = () =>
    // The chart of events waits for its list, which may have been refused.
    document.querySelector("html[data-busy], [aria-busy=true]:not(figure)") === null &&
    !document.getAnimations().some(moves);
  const since = performance.now();
  for (let calm = 0; calm < 3; calm = isCalm() ? calm + 1 : 0) {
    if (performance.now() - since > patience) throw new Error("the page does not come to rest");
    await new Promise((drawn) => requestAnimationFrame(drawn));
  }
}
