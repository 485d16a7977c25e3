/** How many rows one step takes. */
export interface StepSize {
  readonly least: number;
  readonly most: number;
}
/** Where rows of longer steps share more pages. */
const sharing: StepSize = { least: 512, most: 8_192 };
/** How long a step is to take, in ms: a commit waits for it. On a large file, whose pages are cold, fewer rows fit into that. */
const stepTime = 10;

/** How many rows fit into a step, by how long the ones before took. */
export class Pace {
  private most: number;
  private readonly size: StepSize;
  private readonly now: () => number;

  /** `now`: a time that goes on evenly, in ms. */
  constructor(now: () => number, size = sharing) {
    this.now = now;
    this.size = size;
    this.most = size.least;
  }

  /** `work` is given how many rows it may take, and gives how many it took; so does this. Only a full step can make the next one longer. */
  take(work: (most: number) => number): number {
    const began = this.now();
    const taken = work(this.most);
    const took = this.now() - began;
    if (took > stepTime) this.most = Math.max(this.size.least, this.most / 2);
    else if (took < stepTime / 2 && taken === this.most) this.most = Math.min(this.size.most, this.most * 2);
    return taken;
  }
}
