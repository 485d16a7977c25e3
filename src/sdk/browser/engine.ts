import { EventQueue } from "./events/event-queue.ts";
import { EventSender } from "./events/event-sender.ts";
import { EventTracker } from "./events/event-tracker.ts";
import { type Device, deviceOf, keptId } from "./platform/device.ts";
import { Listeners } from "./platform/listeners.ts";
import { Log } from "./platform/log.ts";
import { watchPage } from "./platform/page-life.ts";
import { pageStorage } from "./platform/page-storage.ts";
import { type Outcome, request } from "./platform/request.ts";
import { LiveUpdates } from "./session/live-updates.ts";
import { SessionRunner } from "./session/session-runner.ts";
import { type Person, startBody } from "./session/start-body.ts";
import { Settings } from "./settings.ts";
import { readStates } from "./states/read-states.ts";
import { StateStore, type States } from "./states/state-store.ts";
import type { Fallbacks, Fields } from "./types.ts";

/** The parts of a client, and which of them tells which. */
export class Engine {
  readonly log = new Log();
  readonly settings = new Settings(this.log);
  /** Told also where no state has changed, but the session's status. */
  readonly changes = new Listeners<readonly string[]>();
  readonly states: StateStore;
  readonly runner: SessionRunner;
  readonly tracker: EventTracker;
  sessionId: string | null = null;
  private readonly space: string;
  private readonly storage = pageStorage();
  private readonly live: LiveUpdates;
  private device: Device | null = null;
  private queue: EventQueue | null = null;
  private sender: EventSender | null = null;

  constructor(fallbacks: Fallbacks | undefined) {
    const known = readStates(fallbacks);
    if (known === null) this.log.error("A client needs fallbacks: those of the generated code.");
    this.space = String(fallbacks?.space);
    this.states = new StateStore(known ?? new Map());
    this.tracker = new EventTracker(this.log, (events) => {
      for (const event of events) this.queue?.add(event);
      this.sender?.onQueued();
    });
    this.live = new LiveUpdates({
      streamUrl: (id) => this.url(`/sdk/v1/sessions/${encodeURIComponent(id)}/stream`),
      fetchStates: (id, etag) =>
        request(
          this.url(`/sdk/v1/sessions/${encodeURIComponent(id)}/states`),
          etag === null ? {} : { headers: { "If-None-Match": etag } },
        ),
      onStates: (states) => {
        const changed = this.states.apply(states);
        if (changed.length > 0) this.changes.tell(changed);
      },
      onGone: () => void this.runner.update({}),
    });
    this.runner = new SessionRunner({
      settings: this.settings,
      log: this.log,
      visitor: () => keptId(this.storage, `${this.scope()}:visitor`),
      ask: (person, fields, stop) => this.ask(person, fields, stop),
      onBegin: (person, samePerson) => this.onBegin(person, samePerson),
      onAnswer: (sessionId, states, late) => this.onAnswer(sessionId, states, late),
      onNoAnswer: (hasKey) => this.onNoAnswer(hasKey),
    });
  }

  onLockChanged(): void {
    const { sessionLock } = this.settings;
    this.live.switch(!sessionLock);
    const changed = this.states.lock(sessionLock);
    if (changed.length > 0) this.changes.tell(changed);
  }

  /** The key goes as `?key=`: a header of our own would cost a preflight, and streams and beacons can't have one. */
  private url(path: string): string {
    const { serviceUrl, apiKey } = this.settings;
    return `${serviceUrl}${path}?key=${encodeURIComponent(apiKey ?? "")}`;
  }

  /** What is kept in the browser is kept by service, Space and environment: an exchanged key makes nobody a stranger. */
  private scope(): string {
    const { serviceUrl, apiKey } = this.settings;
    const environment = /^us_[a-z]+(?=_)/.exec(apiKey ?? "")?.[0] ?? apiKey;
    return `understudy:${serviceUrl}:${this.space}:${environment}`;
  }

  private ask(person: Person, fields: Fields, stop: AbortController): Promise<Outcome> {
    this.device ??= deviceOf(this.storage);
    const body = startBody(person, fields, this.device);
    return request(this.url("/sdk/v1/sessions"), { method: "POST", body }, stop);
  }

  private onBegin(person: Person, samePerson: boolean): void {
    if (this.queue === null) this.setUpEvents();
    this.tracker.begin(person);
    this.sessionId = null;
    this.live.follow(null);
    this.changes.tell(this.states.begin(samePerson));
  }

  private setUpEvents(): void {
    this.queue = new EventQueue(this.storage, `${this.scope()}:event:`, this.log);
    this.sender = new EventSender(this.queue, this.url("/sdk/v1/events"), this.log);
    this.queue.adopt();
    this.sender.wake();
    watchPage({
      onHide: () => {
        this.tracker.release();
        this.sender?.flushOnHide();
      },
      onLeave: () => this.live.disconnect(),
      onReturn: () => this.live.resume(),
      onSeen: () => {
        this.sender?.tryAgain();
        this.tryAgain();
      },
      onOnline: () => {
        this.sender?.wake();
        this.tryAgain();
      },
    });
  }

  private tryAgain(): void {
    this.runner.tryAgain();
    this.live.resume();
  }

  private onAnswer(sessionId: string, states: States, late: boolean): void {
    this.tracker.settle(sessionId);
    this.sender?.tryAgain();
    this.sessionId = sessionId;
    this.live.follow(sessionId);
    this.changes.tell(late ? this.states.apply(states) : this.states.settle(states));
  }

  private onNoAnswer(hasKey: boolean): void {
    if (hasKey) this.tracker.settle(null);
    else this.tracker.switchOff();
    this.states.settleWithout();
    this.changes.tell([]);
  }
}

const engines = new WeakMap<object, Engine>();

/** What stands behind this client; outside of the client's own class, so that its types show nothing of it. */
export function engineOf(client: object): Engine {
  const found = engines.get(client);
  if (found !== undefined) return found;
  const stray = new Engine(undefined);
  connect(client, stray);
  return stray;
}

export function connect(client: object, engine: Engine): void {
  engines.set(client, engine);
}
