import { Agent, request } from "node:http";
import type { EventInput, EventsAnswer } from "../../core/event.ts";
import type { ProblemCode } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Player } from "../../core/scene/cast.ts";
import { Served } from "../../core/scene/visit.ts";
import type { SessionAnswer } from "../../core/session.ts";
import { simulatorSdk } from "./scene-events.ts";

/** What the SDK plane refused. */
export class Refused extends Error {
  readonly status: number;
  readonly code: ProblemCode | undefined;

  constructor(status: number, { code, detail }: { readonly code?: ProblemCode; readonly detail?: string }) {
    super(detail ?? `the SDK plane answered ${status}`);
    this.status = status;
    this.code = code;
  }
}

/** A session and what its person is served in it. */
export interface StartedSession {
  readonly id: string;
  readonly served: Served;
}

interface Address {
  readonly sdkUrl: () => string;
  readonly apiKey: () => string;
}

/** Devices that hold an environment's API key. */
export type DevicesOf = (environment: EnvironmentRef) => SimulatedDevices;

/** Calls the SDK plane as a device would, and knows no other way in. */
export class SimulatedDevices {
  private readonly address: Address;
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 32 });
  private locksFields = false;

  constructor(address: Address) {
    this.address = address;
  }

  async startSession(player: Player): Promise<StartedSession> {
    const { kind, id, fields, platform } = player;
    const isKnown = kind === "known";
    const start = {
      ...(isKnown ? { userId: id } : { anonymousId: id }),
      ...(!(isKnown && this.locksFields) && { fields }),
      sdk: simulatorSdk,
      device: { id: `device-${id}`.slice(0, 200), platform },
    };
    try {
      const { session, states } = await this.post<SessionAnswer>("/sdk/v1/sessions", start);
      return { id: session.id, served: Served.of(Object.entries(states)) };
    } catch (error) {
      if (!(error instanceof Refused && error.code === "fields-locked") || this.locksFields) throw error;
      this.locksFields = true;
      return this.startSession(player);
    }
  }

  track(events: readonly EventInput[]): Promise<EventsAnswer> {
    return this.post("/sdk/v1/events", { sentAt: new Date().toISOString(), sdk: simulatorSdk, events });
  }

  close(): void {
    this.agent.destroy();
  }

  private post<T>(path: string, body: unknown): Promise<T> {
    const text = JSON.stringify(body);
    const headers = {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      "x-api-key": this.address.apiKey(),
    };
    return new Promise((resolve, reject) => {
      const sent = request(new URL(path, this.address.sdkUrl()), {
        method: "POST",
        agent: this.agent,
        headers,
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        const chunks: Buffer[] = [];
        response.on("error", reject);
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("end", () => {
          try {
            const answer = JSON.parse(Buffer.concat(chunks).toString("utf8"));
            const status = response.statusCode ?? 0;
            if (status < 300) resolve(answer as T);
            else reject(new Refused(status, answer as { code?: ProblemCode; detail?: string }));
          } catch (error) {
            reject(error);
          }
        });
      });
      sent.end(text);
    });
  }
}
