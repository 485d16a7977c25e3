import type { EnvironmentRef, PersonRef } from "../../core/refs.ts";
import { environmentName, personKey } from "../../core/refs.ts";
import type { EventStream } from "../http/event-stream.ts";
import { randomText } from "../workspace/new-id.ts";
import type { FlagService } from "./flag-service.ts";
import { type Change, RefetchReader } from "./refetch-reader.ts";

/** One environment: its last change, and who wants to hear of the next, by whom they ask for. */
interface Channel {
  latest: Change;
  readonly readers: Map<string, Set<RefetchReader>>;
  readonly stop: () => void;
}

export interface Reader {
  /** Whose flags these are: changes that concern somebody else only are not told. */
  readonly targetingKey: string | null;
  /** The position that the reader knows; null where it knows none. */
  readonly seen: string | null;
  readonly stream: EventStream;
}

/** Readers without a targeting key are told what concerns everybody. */
const readerKey = (id: string | null): string => (id === null ? "" : personKey({ kind: "known", id }));

/**
 * Tells the readers of an environment's event streams to ask again. A reader says which position it has seen, so that it misses
 * nothing between its question and its stream, while it was away, or over a restart.
 */
export class RefetchStreams {
  private readonly source: Pick<FlagService, "onChange">;
  private readonly channels = new Map<string, Channel>();
  /** Of this run: a position of another run is never taken for the current one. */
  private readonly run = randomText(8);
  private changes = 0;

  constructor(source: Pick<FlagService, "onChange">) {
    this.source = source;
  }

  /** Names the state of the environment: another text after each change. */
  position(environment: EnvironmentRef): string {
    return this.channel(environment).latest.position;
  }

  /** Keeps the reader told until it hangs up. */
  connect(environment: EnvironmentRef, { targetingKey, seen, stream }: Reader): void {
    const channel = this.channel(environment);
    const reader = new RefetchReader(stream, () => channel.latest);
    const key = readerKey(targetingKey);
    const others = channel.readers.get(key) ?? new Set();
    channel.readers.set(key, others.add(reader));
    stream.onEnd(() => {
      others.delete(reader);
      if (others.size === 0 && channel.readers.get(key) === others) channel.readers.delete(key);
    });
    reader.greet(seen);
  }

  /** Ends the streams of a Space that is gone. */
  dropSpace(spaceId: string): void {
    for (const [name, channel] of this.channels) {
      if (!name.startsWith(`${spaceId}/`)) continue;
      this.channels.delete(name);
      channel.stop();
      for (const reader of readersOf(channel)) reader.end();
    }
  }

  /** Listens from the first question on: a position must be right before there is a stream. */
  private channel(environment: EnvironmentRef): Channel {
    const name = environmentName(environment);
    const known = this.channels.get(name);
    if (known !== undefined) return known;
    const made: Channel = {
      latest: this.nextChange(),
      readers: new Map(),
      stop: this.source.onChange(environment, (person) => this.changed(made, person)),
    };
    this.channels.set(name, made);
    return made;
  }

  private changed(channel: Channel, person: PersonRef | null): void {
    channel.latest = this.nextChange();
    const concerned = person === null ? readersOf(channel) : channel.readers.get(personKey(person));
    for (const reader of concerned ?? []) reader.tell();
  }

  private nextChange(): Change {
    this.changes += 1;
    return { position: `${this.run}-${this.changes}`, lastModified: Math.floor(Date.now() / 1000) };
  }
}

const readersOf = ({ readers }: Channel): RefetchReader[] => [...readers.values()].flatMap((all) => [...all]);
