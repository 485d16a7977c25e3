import { setTimeout as wait } from "node:timers/promises";
import { CliError } from "../cli-error.ts";
import { print, printAside, printJson } from "../output.ts";
import type { PlatformClient } from "../platform/platform-client.ts";
import type { Project } from "../project/project-config.ts";
import { listenForStop } from "../stop-signals.ts";
import { applyPlans } from "./apply-plans.ts";
import { confirmEdits } from "./confirm-edits.ts";
import { generatePlans } from "./generate-plans.ts";
import { printUpdate, updateAsJson } from "./update-report.ts";

/** How often it asks whether there is other code now, in ms. */
const POLL_MS = 1000;

interface Options {
  readonly json: boolean;
  readonly force: boolean;
}

/**
 * Writes the code anew whenever it would be another one, until a signal. There is no stream of model changes, so it asks
 * for the code each second and looks at its ETag; the platform is on this machine.
 */
export async function watchSpace(client: PlatformClient, project: Project, options: Options): Promise<void> {
  const stop = listenForStop();
  const watch = new Watch(client, project, options);
  try {
    if (options.json) printJson({ event: "watching", platformUrl: client.url });
    else print(`Watching ${project.config.spaceKey} at ${client.url}. Ctrl-C ends it.`);
    while (!stop.came()) {
      await watch.look();
      await Promise.race([wait(POLL_MS), stop.first]);
    }
  } finally {
    stop.release();
  }
}

class Watch {
  private readonly client: PlatformClient;
  private readonly project: Project;
  private readonly options: Options;
  /** The tags of the code that was handled last. */
  private seen: string | null = null;
  /** The last problem that was printed: the same one is not printed again. */
  private trouble: string | null = null;

  constructor(client: PlatformClient, project: Project, options: Options) {
    this.client = client;
    this.project = project;
    this.options = options;
  }

  async look(): Promise<void> {
    try {
      await this.update();
      if (this.trouble !== null) this.say("It works again.", { event: "recovered" });
      this.trouble = null;
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (this.trouble !== error.message)
        this.say(error.message, { event: "error", message: error.message, ...error.details });
      this.trouble = error.message;
    }
  }

  private async update(): Promise<void> {
    const { force, json } = this.options;
    const { plans, tags } = await generatePlans(this.client, this.project, { force, check: false });
    if (tags === this.seen && this.trouble === null) return;
    await confirmEdits(plans, { force, mayAsk: false });
    const changed = plans.filter(({ plan }) => plan.changes.length > 0);
    await applyPlans(plans, (one) => {
      if (!json && changed.includes(one)) printUpdate(one);
    });
    this.seen = tags;
    if (json && changed.length > 0) printJson({ event: "updated", targets: changed.map(updateAsJson) });
  }

  private say(text: string, line: object): void {
    printAside(this.options.json ? JSON.stringify(line) : text);
  }
}
