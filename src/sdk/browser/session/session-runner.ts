import type { SessionAnswer } from "../../../core/session.ts";
import type { Log } from "../platform/log.ts";
import { isRefusal, isStopped, type Outcome, pauseAfter, problemOf } from "../platform/request.ts";
import type { Settings } from "../settings.ts";
import { readStates } from "../states/read-states.ts";
import type { States } from "../states/state-store.ts";
import type { Fields, SessionStatus, StartOptions } from "../types.ts";
import { type Deferred, deferred } from "./deferred.ts";
import { type Person, readOptions } from "./start-body.ts";

/** What the runner needs from the engine, and what it tells it. */
interface RunnerParts {
  readonly settings: Settings;
  readonly log: Log;
  /** The visitor of this browser; asked for only once there is a key. */
  readonly visitor: () => string;
  /** Asks the server for a session; `stop` calls it off. */
  readonly ask: (person: Person, fields: Fields, stop: AbortController) => Promise<Outcome>;
  readonly onBegin: (person: Person, samePerson: boolean) => void;
  /** An answer: the first of this start, or a late one after `onNoAnswer`. */
  readonly onAnswer: (sessionId: string, states: States, late: boolean) => void;
  readonly onNoAnswer: (hasKey: boolean) => void;
}

/** One start of a session. Once another one begins, answers to this one are ignored. */
interface Run {
  readonly person: Person;
  /** By a clock that nobody sets, in ms. */
  readonly since: number;
  readonly settled: Deferred;
  waiting: ReturnType<typeof setTimeout> | undefined;
  isSettled: boolean;
  /** The next try goes without the fields, since they may be what was stopped. */
  isBare: boolean;
  /** Tries in a row that came to nothing, since somebody has last seen the page. */
  failures: number;
  /** Calls off what is asked. */
  stop: AbortController;
}

/** Starts sessions: the first answer within `waitTimeMsec`, or none; a late one still comes. Nothing here rejects. */
export class SessionRunner {
  status: SessionStatus = "idle";
  private readonly parts: RunnerParts;
  private readonly first = deferred();
  private run: Run | null = null;
  /** The start before this one. What it says of somebody may be under way still. */
  private overtaken: Run | null = null;
  private retry: ReturnType<typeof setTimeout> | undefined;
  /** Tries at once what waits for its turn, where the server has not asked to wait. */
  private hurry: (() => void) | null = null;
  /** What the server has not confirmed yet: an update must not lose what the start before it said. */
  private unconfirmed: Fields = {};

  constructor(parts: RunnerParts) {
    this.parts = parts;
  }

  /** Resolves with the first answer, or without one once fallbacks are served. */
  get ready(): Promise<void> {
    return (this.run?.settled ?? this.first).promise;
  }

  get anonymous(): boolean {
    return (this.run?.person.userId ?? null) === null;
  }

  start(options?: StartOptions): Promise<void> {
    const { settings, log } = this.parts;
    const { userId, fields } = readOptions(options, log);
    if (settings.apiKey === null) return this.serveFallbacks();
    settings.onStart();
    return this.begin({ userId, anonymousId: this.parts.visitor() }, fields);
  }

  /** A new session of the same person with these fields besides. */
  update(fields: Fields): Promise<void> {
    return this.start({ userId: this.run?.person.userId ?? undefined, fields });
  }

  /** The time that is left to a start under way is counted anew. */
  onWaitChanged(): void {
    if (this.run !== null && !this.run.isSettled) this.wait(this.run);
  }

  /** The network is back, or the page is seen again: no need to wait, unless the server has asked to. Once a try is under way the next one is soon. */
  tryAgain(): void {
    if (this.run !== null) this.run.failures = 0;
    this.hurry?.();
  }

  private serveFallbacks(): Promise<void> {
    this.parts.log.errorOnce(
      "There is no API key: the fallbacks are served and nothing is sent. Assign client.apiKey the key of the target environment, from the Space's settings, before session.start().",
    );
    this.status = "fallback";
    this.parts.onNoAnswer(false);
    this.first.resolve();
    return this.first.promise;
  }

  private begin(person: Person, fields: Fields): Promise<void> {
    const before = this.run;
    const samePerson = before !== null && before.person.userId === person.userId;
    const isSaid = samePerson || Object.keys(this.unconfirmed).length === 0;
    this.unconfirmed = samePerson ? { ...this.unconfirmed, ...fields } : fields;
    const run: Run = {
      person,
      since: performance.now(),
      settled: deferred(),
      waiting: undefined,
      isSettled: false,
      isBare: false,
      failures: 0,
      stop: new AbortController(),
    };
    this.run = run;
    this.leave(before, run, isSaid);
    this.status = "starting";
    this.parts.onBegin(person, samePerson);
    // Who was told may have started another one.
    if (this.run !== run) return run.settled.promise;
    this.wait(run);
    void this.ask(run, this.unconfirmed);
    return run.settled.promise;
  }

  /** Who waits for a start that is overtaken waits for the one that overtook it. `isSaid`: that one says what this one has said, too. */
  private leave(before: Run | null, next: Run, isSaid: boolean): void {
    clearTimeout(this.retry);
    this.hurry = null;
    clearTimeout(before?.waiting);
    before?.settled.resolve(next.settled.promise);
    this.first.resolve(next.settled.promise);
    // Where nobody answers each would keep a connection, of which browsers have six. What one alone has said of somebody else is to
    // arrive.
    this.overtaken?.stop.abort();
    this.overtaken = isSaid ? before : null;
  }

  private wait(run: Run): void {
    clearTimeout(run.waiting);
    const { settings, log } = this.parts;
    const waited = () => {
      // Whoever chose no wait at all expects no answer yet.
      if (settings.waitTimeMsec > 0) log.warnOnce(`${settings.serviceUrl} does not answer yet.`);
      this.settleWithout(run);
    };
    run.waiting = setTimeout(waited, run.since + settings.waitTimeMsec - performance.now());
  }

  private async ask(run: Run, fields: Fields): Promise<void> {
    clearTimeout(this.retry);
    this.hurry = null;
    const sent = run.isBare ? {} : fields;
    run.stop = new AbortController();
    const outcome = await this.parts.ask(run.person, sent, run.stop);
    if (this.run !== run) return;
    const answer = readAnswer(outcome);
    if (answer !== null) this.accept(run, answer, sent);
    // Who was told may have started another one.
    if (this.run !== run || (answer !== null && sent === fields)) return;
    const hasSession = this.status === "ready";
    if (isRefusal(outcome) || (hasSession && isStopped(outcome))) {
      const result = hasSession ? "The start's fields are left out" : "No session";
      this.parts.log.error(`${result}: ${problemOf(outcome)}`);
      // The fields of a start that was refused would have the next one refused as well.
      if (this.unconfirmed === fields) this.unconfirmed = {};
    } else {
      if (!hasSession) this.parts.log.warnOnce(`No session: ${problemOf(outcome)}. It is tried again.`);
      run.isBare = !run.isBare && isStopped(outcome) && Object.keys(fields).length > 0;
      if (answer !== null) run.failures = 0;
      this.askLater(run, fields, outcome);
    }
    // The last thing: who is told may start another one.
    this.settleWithout(run);
  }

  private askLater(run: Run, fields: Fields, outcome: Outcome): void {
    const isHeld = outcome.kind === "answer" && outcome.retryAfterMs > 0;
    this.retry = setTimeout(() => void this.ask(run, fields), retryMs(outcome, run.failures));
    this.hurry = isHeld ? null : () => void this.ask(run, fields);
    run.failures += 1;
  }

  private accept(run: Run, { sessionId, states }: Answer, sent: Fields): void {
    if (this.unconfirmed === sent) this.unconfirmed = {};
    const late = run.isSettled;
    this.settle(run, "ready");
    this.parts.onAnswer(sessionId, states, late);
  }

  private settleWithout(run: Run): void {
    if (run.isSettled) return;
    this.settle(run, "fallback");
    this.parts.onNoAnswer(true);
  }

  /** Who waits goes on once all that comes of the answer is done, also where that fails. */
  private settle(run: Run, status: SessionStatus): void {
    run.settled.resolve();
    clearTimeout(run.waiting);
    run.isSettled = true;
    this.status = status;
  }
}

interface Answer {
  readonly sessionId: string;
  readonly states: States;
}

/** The wire's answer as far as it is one. */
function readAnswer(outcome: Outcome): Answer | null {
  if (outcome.kind !== "answer" || outcome.status !== 201) return null;
  const sessionId: unknown = (outcome.body as Partial<SessionAnswer> | undefined)?.session?.id;
  const states = readStates(outcome.body);
  return typeof sessionId === "string" && states !== null ? { sessionId, states } : null;
}

/** Some two seconds after the first failure, up to a minute, or some minutes where something else answers. */
const retryMs = (outcome: Outcome, failures: number): number =>
  500 + pauseAfter(outcome, failures, 2000, 60_000);
