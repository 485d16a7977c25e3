import type { RefetchMessage } from "../../core/ofrep.ts";
import { type EventStream, message } from "../http/event-stream.ts";
import type { EnvironmentRef } from "../ingest/ingest-types.ts";
import { randomText } from "../workspace/new-id.ts";
import type { FlagSource } from "./flag-source.ts";

/** The shortest time between two messages to one reader, in ms: a burst of changes is told at its start and its end. */
const pace = 100;

/** One environment: its last change, and who wants to hear of the next. */
interface Channel {
  position: string;
  /** Seconds since 1970 UTC. */
  lastModified: number;
  readonly readers: Set<EventStream>;
  /** Readers that were behind when there was something to tell. */
  readonly owed: Set<EventStream>;
  /** Runs while nothing may be sent; `untold` then says whether something has to be. */
  pause: NodeJS.Timeout | null;
  untold: boolean;
  readonly stop: () => void;
}

/**
 * Tells the readers of an environment's event streams to ask again. A reader says what it has seen, so that nothing is
 * missed between its question and its stream, while it was away, or over a restart; and nothing is told twice.
 */
export class RefetchStreams {
  private readonly source: Pick<FlagSource, "onChange">;
  private readonly channels = new Map<string, Channel>();
  /** Of this run: what was seen in another one is never taken for the present. */
  private readonly run = randomText(8);
  private changes = 0;

  constructor(source: Pick<FlagSource, "onChange">) {
    this.source = source;
  }

  /** Names the state of the environment: another text after each change. */
  position(environment: EnvironmentRef): string {
    return this.channel(environment).position;
  }

  /** Keeps the reader told until it hangs up. `seen`: the position that it knows; anything else is out of date. */
  connect(environment: EnvironmentRef, seen: string | null, stream: EventStream): void {
    const channel = this.channel(environment);
    channel.readers.add(stream);
    stream.onEnd(() => channel.readers.delete(stream));
    const { position } = channel;
    // An id without data is no message, but what a reader that comes back says it has seen (HTML, 9.2.6).
    stream.write(seen === position ? `id: ${position}\n\n` : refetch(channel));
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const [name, channel] of this.channels) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.channels.delete(name);
      channel.stop();
      clearTimeout(channel.pause ?? undefined);
      for (const stream of channel.readers) stream.end();
    }
  }

  /** Listens from the first question on: a position must be right before the first stream is there. */
  private channel(environment: EnvironmentRef): Channel {
    const name = `${environment.spaceId}/${environment.environment}`;
    const known = this.channels.get(name);
    if (known !== undefined) return known;
    const made: Channel = {
      position: this.nextPosition(),
      lastModified: seconds(),
      readers: new Set(),
      owed: new Set(),
      pause: null,
      untold: false,
      stop: this.source.onChange(environment, () => this.changed(made)),
    };
    this.channels.set(name, made);
    return made;
  }

  private changed(channel: Channel): void {
    channel.position = this.nextPosition();
    channel.lastModified = seconds();
    if (channel.pause === null) this.tell(channel);
    else channel.untold = true;
  }

  private tell(channel: Channel): void {
    channel.untold = false;
    for (const stream of channel.readers) tellOne(channel, stream);
    channel.pause = setTimeout(() => {
      channel.pause = null;
      if (channel.untold) this.tell(channel);
    }, pace);
    channel.pause.unref();
  }

  private nextPosition(): string {
    this.changes += 1;
    return `${this.run}-${this.changes}`;
  }
}

/** A reader that is behind gets one message once it has caught up, however much has changed by then. */
function tellOne(channel: Channel, stream: EventStream): void {
  if (stream.writable) {
    stream.write(refetch(channel));
    return;
  }
  if (stream.ended || channel.owed.has(stream)) return;
  channel.owed.add(stream);
  void stream.ready().then(() => {
    channel.owed.delete(stream);
    stream.write(refetch(channel));
  });
}

function refetch({ position, lastModified }: Channel): string {
  const data: RefetchMessage = { type: "refetchEvaluation", etag: position, lastModified };
  return `id: ${position}\n${message("message", data)}`;
}

const seconds = (): number => Math.floor(Date.now() / 1000);
