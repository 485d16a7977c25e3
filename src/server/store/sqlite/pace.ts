/** How many rows one step takes, at least and at most: longer runs share more pages. */
const size = { least: 512, most: 8_192 };
/** How long a step is to take, in ms: a commit waits for it. On a large file, whose pages are cold, fewer rows fit into that. */
const stepTime = 10;

/** How many rows fit into a step, by how long the ones before took. */
export class Pace {
  private most = size.least;
  private readonly now: () => number;

  /** `now`: a time that goes on evenly, in ms. */
  constructor(now: () => number) {
    this.now = now;
  }

  /** `work` is given how many rows it may take, and gives how many it took. */
  take(work: (most: number) => number): void {
    const began = this.now();
    const taken = work(this.most);
    const took = this.now() - began;
    if (took > stepTime) this.most = Math.max(size.least, this.most / 2);
    else if (took < stepTime / 2 && taken === this.most) this.most = Math.min(size.most, this.most * 2);
  }
}
