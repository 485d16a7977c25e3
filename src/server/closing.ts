type Step = () => unknown;

/** What was opened, to be closed in the opposite order: when the server stops, or when its start fails half-way. */
export class Closing {
  private readonly steps: Step[] = [];
  private done: Promise<void> | null = null;

  add(step: Step): void {
    this.steps.push(step);
  }

  /** Does every step once, whatever the others do; rejects with what went wrong first. */
  run(): Promise<void> {
    this.done ??= this.close();
    return this.done;
  }

  private async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const step of this.steps.reverse()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw errors[0];
  }
}
