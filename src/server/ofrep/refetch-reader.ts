import type { RefetchMessage } from "../../core/ofrep.ts";
import { type EventStream, message } from "../http/event-stream.ts";

/** The shortest time between two messages to one reader, in ms: a burst of changes is told at its start and its end. */
const pace = 100;

/** The last change of an environment. */
export interface Change {
  /** Names it: another text for each. */
  readonly position: string;
  /** Seconds since 1970 UTC. */
  readonly lastModified: number;
}

/** One open stream. It is told of changes no faster than its pace, and no faster than it reads. */
export class RefetchReader {
  private readonly stream: EventStream;
  private readonly latest: () => Change;
  private pause: NodeJS.Timeout | null = null;
  private untold = false;

  constructor(stream: EventStream, latest: () => Change) {
    this.stream = stream;
    this.latest = latest;
    stream.onEnd(() => clearTimeout(this.pause ?? undefined));
  }

  /** The head goes out with this. `seen`: the position that the reader knows; anything else is out of date. */
  greet(seen: string | null): void {
    const { position } = this.latest();
    // An id without data is no message; the reader sends it back when it connects again (HTML, 9.2.6).
    if (seen === position) this.stream.write(`id: ${position}\n\n`);
    else this.tell();
  }

  /** Tells the reader to ask again, now or as soon as its pace allows. */
  tell(): void {
    if (this.stream.ended) return;
    this.untold = true;
    if (this.pause !== null) return;
    this.pause = setTimeout(() => this.resume(), pace);
    this.pause.unref();
    this.send();
  }

  end(): void {
    this.stream.end();
  }

  private resume(): void {
    this.pause = null;
    if (this.untold) this.tell();
  }

  /** A reader that is behind is told once, later, however many changes there were. */
  private send(): void {
    if (!this.stream.writable) return;
    this.untold = false;
    this.stream.write(refetch(this.latest()));
  }
}

function refetch({ position, lastModified }: Change): string {
  const data: RefetchMessage = { type: "refetchEvaluation", etag: position, lastModified };
  return `id: ${position}\n${message("message", data)}`;
}
