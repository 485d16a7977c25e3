import { type Command, InvalidArgumentError, Option } from "commander";
import { eventFilters } from "../core/event.ts";
import { fastestReplay, replayOptions } from "../core/replay.ts";
import { assertFits, parseAs, parseEnvironment, parseFile, parseName } from "./flag-values.ts";
import { withPlatform, withSpace } from "./platform-flags.ts";
import type { Outcome } from "./project-commands.ts";

/** Flags that choose events: by their names here, what each is in the API, and what it finds. */
const filterFlags = {
  name: ["name", "<name>", "of this name; movie/* for a whole group"],
  user: ["userId", "<id>", "of this user"],
  visitor: ["anonymousId", "<id>", "of this visitor"],
  session: ["sessionId", "<id>", "of this session"],
  experience: ["experience", "<id>", "on this Experience: its id, or <collection>.<key>"],
  sdk: ["sdk", "<name>", "by this SDK"],
  source: ["source", "<way>", "that came in this way: sdk, segment, ofrep, replay, simulator"],
  since: ["from", "<time>", "that happened at this time or later"],
  until: ["to", "<time>", "that happened at this time or earlier"],
  text: ["q", "<text>", "with this text in the name, user, session or metadata"],
  where: ["where", "<key:value>", "with this metadata pair, up to three"],
} as const;

/** A replay plays the accepted ones, and takes no other. */
const statusFlag = { status: ["status", "<which>", "accepted, or rejected"] } as const;
const allFilterFlags = { ...filterFlags, ...statusFlag };

type Flags = Readonly<Record<string, unknown>>;

/** Watching, keeping and playing events. */
export function addEventsCommands(program: Command, outcome: Outcome): void {
  const events = program.command("events").description("watch events, keep them in a file, play them again");

  withFilters(
    withPlace(events.command("tail").description("print each event as it arrives, until Ctrl-C")),
    allFilterFlags,
  )
    .option("--limit <n>", "end after this many events", parseCount)
    .action(async (flags: Flags) => {
      const { tailEvents } = await import("./commands/events-tail.ts");
      outcome.exitCode = await tailEvents(asked(flags));
    });

  withFilters(
    withPlace(
      events.command("export").description("print every kept event, the oldest first, one a line as JSON"),
    ),
    allFilterFlags,
  )
    .option("--out <file>", "write them to this file", parseFile)
    .action(async (flags: Flags) => {
      const { exportEvents } = await import("./commands/events-export.ts");
      outcome.exitCode = await exportEvents(asked(flags));
    });

  withFilters(
    withPlace(events.command("replay").description("play a recording, or kept events, again")).argument(
      "[file]",
      "a file that `events export` wrote; - is standard input (default: the kept events that the filters find)",
      (value: string) => (value === "-" ? value : parseFile(value)),
    ),
    filterFlags,
  )
    .addOption(new Option("--from <name>", "play this environment's kept events").argParser(parseEnvironment))
    .option(
      "--speed <n>",
      `how much faster than they arrived, 1 to ${fastestReplay}; max: at once`,
      parseSpeed,
      "1",
    )
    .addOption(
      new Option("--times <how>", "the events' times: moved to now, or kept")
        .choices(["moved", "kept"])
        .default("moved"),
    )
    .option(
      "--prefix <text>",
      "as other people: this prefix before each user, visitor and session",
      parseAs(replayOptions.shape.prefix),
    )
    .option("--detach", "do not wait for its end")
    .action(async (file: string | undefined, flags: Flags, command: Command) => {
      const wanted = asked(flags);
      if (file !== undefined && (Object.keys(wanted.filters).length > 0 || flags.from !== undefined))
        command.error("error: a file is played whole: leave out --from and the filters");
      const { replayEvents } = await import("./commands/events-replay.ts");
      const { speed, times } = flags as { readonly speed: string; readonly times: string };
      outcome.exitCode = await replayEvents({ ...wanted, speed, times, ...(file !== undefined && { file }) });
    });

  withPlace(
    events
      .command("simulate")
      .description("simulate a scene's people using the app, until Ctrl-C: docs/scenes.md"),
  )
    .option("--scene <key>", "the scene (default: the Space's only one)", parseName)
    .addOption(
      new Option("--rate <n>", "events a second, 1 to 2000 (default: 10)")
        .argParser(parseWithin(1, 2000))
        .conflicts("speed"),
    )
    .option(
      "--speed <n>",
      "instead of --rate: how many times the scene's own pace, 0.1 to 1000",
      parseWithin(0.1, 1000),
    )
    .option("--for <time>", "end after this long, e.g. 30s, 10m, 2h", parseLength)
    .action(async ({ for: length, ...flags }: Flags) => {
      const { simulateEvents } = await import("./commands/simulate.ts");
      outcome.exitCode = await simulateEvents({
        ...asked(flags),
        ...(length !== undefined && { length: Number(length) }),
      });
    });
}

/** `30s`, `10m`, `2h`, in ms. */
function parseLength(value: string): number {
  const [, number, unit = ""] = /^(\d{1,6})(s|m|h)$/.exec(value) ?? [];
  const ms = Number(number) * ({ s: 1000, m: 60_000, h: 3_600_000 }[unit] ?? Number.NaN);
  if (ms > 0) return ms;
  throw new InvalidArgumentError("It must be a time such as 30s, 10m or 2h.");
}

const parseWithin =
  (least: number, most: number) =>
  (value: string): number => {
    const number = Number(value);
    if (/^\d+(\.\d+)?$/.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`It must be a number from ${least} to ${most}.`);
  };

function withPlace(command: Command): Command {
  return withPlatform(
    withSpace(command).option(
      "--environment <name>",
      "development, staging or production",
      parseEnvironment,
      "development",
    ),
  );
}

function withFilters(command: Command, flags: Partial<typeof allFilterFlags>): Command {
  for (const [name, [member, value, what]] of Object.entries(flags))
    command.addOption(new Option(`--${name} ${value}`, what).argParser(checked(member)));
  return command;
}

/** Checks a value as the API's own filter does, with its message. A flag that may be repeated gathers its values. */
const checked =
  (member: (typeof allFilterFlags)[keyof typeof allFilterFlags][0]) =>
  (value: string, before: unknown): unknown => {
    const all = member === "where" ? [...((before as string[] | undefined) ?? []), value] : value;
    assertFits(eventFilters.shape[member], all);
    return all;
  };

/** The flags as a command takes them: the filters by their names in the API. */
function asked(flags: Flags) {
  const filters: Record<string, string | readonly string[]> = {};
  for (const [name, [member]] of Object.entries(allFilterFlags)) {
    const value = flags[name];
    if (value !== undefined) filters[member] = value as string | readonly string[];
  }
  return { ...(flags as { readonly environment: "development" }), filters };
}

function parseCount(value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new InvalidArgumentError("It must be a whole number, 1 or more.");
}

function parseSpeed(value: string): string {
  if (
    value === "max" ||
    (/^\d+(\.\d+)?$/.test(value) && Number(value) >= 1 && Number(value) <= fastestReplay)
  )
    return value;
  throw new InvalidArgumentError(`It must be a number from 1 to ${fastestReplay}, or max.`);
}
