import { Problem } from "../../core/problem.ts";
import type { CollectionContent, DryRun } from "../../core/publication.ts";
import type { Reach, Tribe } from "../../core/tribe.ts";
import type { User } from "../../core/user.ts";
import type { EnvironmentRef } from "../ingest/ingest-types.ts";
import type { UsersQuery } from "../store/messages.ts";

interface Asked {
  readonly environment: EnvironmentRef;
  readonly tribes: readonly Tribe[];
  readonly now: number;
}

/** Stands in until the scans of all users land. */
export class Population {
  constructor(readonly path: string) {}
  close(): Promise<void> {
    return Promise.resolve();
  }
  reach(_asked: Asked & { readonly tribeId: string }, _signal: AbortSignal): Promise<Omit<Reach, "at">> {
    throw new Problem("busy", "not built yet");
  }
  members(_asked: Asked & UsersQuery & { readonly tribeId: string }, _signal: AbortSignal): Promise<User[]> {
    throw new Problem("busy", "not built yet");
  }
  affected(
    _asked: Asked & { before: CollectionContent | null; after: CollectionContent; most: number },
    _signal: AbortSignal,
  ): Promise<Omit<DryRun["affected"], "at">> {
    throw new Problem("busy", "not built yet");
  }
}
