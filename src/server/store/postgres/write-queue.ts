import { Problem } from "../../../core/problem.ts";
import { busy } from "../busy.ts";
import { exceeds, jobLimit, type Load, queueLimit, sum, transactionLimit } from "../load.ts";
import { isPassing, problemOf } from "./database.ts";

/** Does all jobs in one transaction and gives the answer to each. */
export type Group<Ask, Answer> = (environment: string, asks: readonly Ask[]) => Promise<readonly Answer[]>;

/** So many rows wait for nobody else. */
const enoughRows = 100;

interface Waiting extends Load {
  readonly group: Group<never, unknown>;
  readonly apart: () => number;
  readonly ask: unknown;
  readonly resolve: (answer: never) => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Changes of each environment in the order in which they came. Changes of one kind that follow each other go together, so that
 * one commit is shared by all that came during the last one. Environments do not wait for each other.
 */
export class WriteQueue {
  private readonly lanes = new Map<string, Waiting[]>();
  /** When the last group of an environment began. */
  private readonly began = new Map<string, number>();
  private load: Load = { rows: 0, size: 0 };
  private running = 0;
  private closing = false;
  private atRest: () => void = () => undefined;

  get waiting(): Load {
    return this.load;
  }

  /**
   * `apart`: how long after the group before one begins at the soonest, in ms, unless many rows wait: more changes share a commit then.
   *
   * @throws Problem busy where more waits than the queue holds, too-large where it fits into no transaction
   */
  async add<Ask, Answer>(
    environment: string,
    {
      group,
      ask,
      rows = 1,
      apart = () => 0,
    }: {
      readonly group: Group<Ask, Answer>;
      readonly ask: Ask;
      readonly rows?: number;
      readonly apart?: () => number;
    },
  ): Promise<Answer> {
    if (this.closing) throw busy("The server is stopping.");
    const load = { rows, size: JSON.stringify(ask).length };
    if (load.size > jobLimit) throw new Problem("too-large", "That is more than can be stored at once.");
    if (this.load.rows > 0 && exceeds(sum(this.load, load), queueLimit))
      throw busy("Too much is waiting to be stored; try again shortly.");
    return new Promise<Answer>((resolve, reject) => {
      this.load = sum(this.load, load);
      const lane = this.lanes.get(environment);
      const job = { ...load, group, ask, apart, resolve, reject };
      if (lane !== undefined) return void lane.push(job);
      this.lanes.set(environment, [job]);
      void this.work(environment);
    });
  }

  /** Waits for what is queued, and takes nothing more. */
  async close(): Promise<void> {
    this.closing = true;
    if (this.running > 0) await new Promise<void>((resolve) => (this.atRest = resolve));
  }

  private async work(environment: string): Promise<void> {
    this.running += 1;
    const lane = this.lanes.get(environment) ?? [];
    while (lane.length > 0) {
      await this.gather(lane, this.began.get(environment) ?? Number.NEGATIVE_INFINITY);
      this.began.set(environment, performance.now());
      await this.together(environment, this.next(lane));
    }
    this.lanes.delete(environment);
    this.running -= 1;
    if (this.running === 0) this.atRest();
  }

  private async gather(lane: readonly Waiting[], began: number): Promise<void> {
    const left = began + (lane[0]?.apart() ?? 0) - performance.now();
    const rows = lane.reduce((all, job) => all + job.rows, 0);
    if (left > 0 && rows < enoughRows) await new Promise((resolve) => setTimeout(resolve, left));
  }

  /** The next group: the first job, and those of its kind that follow it, as far as they fit. */
  private next(lane: Waiting[]): Waiting[] {
    let load: Load = { rows: 0, size: 0 };
    let count = 0;
    for (const job of lane) {
      if (count > 0 && (job.group !== lane[0]?.group || exceeds(sum(load, job), transactionLimit))) break;
      load = sum(load, job);
      count += 1;
    }
    return lane.splice(0, count);
  }

  private async together(environment: string, jobs: readonly Waiting[]): Promise<void> {
    const [first] = jobs;
    if (first === undefined) return;
    try {
      const answers = await first.group(environment, jobs.map(({ ask }) => ask) as never[]);
      this.done(jobs);
      for (const [at, job] of jobs.entries()) job.resolve(answers[at] as never);
    } catch (error) {
      // Refuses only the job that can't be done. Where the database is away, locked or read-only, none of them can.
      if (jobs.length > 1 && !isPassing(error)) {
        for (const job of jobs) await this.together(environment, [job]);
        return;
      }
      this.done(jobs);
      for (const job of jobs) job.reject(problemOf(error));
    }
  }

  private done(jobs: readonly Waiting[]): void {
    for (const { rows, size } of jobs)
      this.load = { rows: this.load.rows - rows, size: this.load.size - size };
  }
}
