import type { Engine } from "./engine.ts";
import type { Fields, Metadata, SessionStatus, StartOptions } from "./types.ts";

/** The page's session: who it is for, and what the page tells about them. Nothing here rejects or throws. */
export class Session {
  private readonly engine: Engine;

  /** @internal */
  constructor(engine: Engine) {
    this.engine = engine;
  }

  /**
   * Starts a session: with `userId` for a known user, without for this browser's visitor. Resolves with the first answer,
   * or once fallbacks are served instead. Another start is another session: nothing is locked from the one before.
   */
  start(options?: StartOptions): Promise<void> {
    return this.engine.runner.start(options);
  }

  /** Starts the session anew for the same person, with these fields besides those that they have; null removes one. */
  update(fields: Fields): Promise<void> {
    return this.engine.runner.update(fields);
  }

  /** @deprecated until 1.0.0; the same as `start({ userId, fields })`. */
  identify(userId: string, fields?: Fields): Promise<void> {
    this.engine.log.warnOnce("session.identify is deprecated: use session.start({ userId, fields }).");
    return this.start({ userId, fields });
  }

  /** @deprecated until 1.0.0; the same as `start({ fields })`. */
  anonymize(fields?: Fields): Promise<void> {
    this.engine.log.warnOnce("session.anonymize is deprecated: use session.start({ fields }).");
    return this.start({ fields });
  }

  /** Tracks `<group>/<action>` with up to three pairs. It goes with the next batch; what can't go is told by a console.warn. */
  track(name: string, metadata?: Metadata): void {
    this.engine.tracker.track(name, metadata);
  }

  /** Whether the session is a visitor's: also before the first start. */
  get anonymous(): boolean {
    return this.engine.runner.anonymous;
  }

  /** The session's id on the platform; null until the first answer, and while there is none. */
  get id(): string | null {
    return this.engine.sessionId;
  }

  get status(): SessionStatus {
    return this.engine.runner.status;
  }

  /** Resolves with the first answer, or once fallbacks are served instead; never rejects. */
  get ready(): Promise<void> {
    return this.engine.runner.ready;
  }

  /**
   * Hears the ids of the Experiences and Sections that the page sees anew; none where only the status has changed. Gives
   * the way to stop.
   */
  changed(listener: (ids: readonly string[]) => void): () => void {
    return this.engine.changes.add(listener);
  }
}
