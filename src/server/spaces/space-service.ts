import type { SpaceDocument } from "../../core/documents.ts";
import type { Precondition } from "../../core/precondition.ts";
import { deviceName, environmentKeys, environmentNames, uniqueKey } from "../../core/primitives.ts";
import { invalid, Problem } from "../../core/problem.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import type { Environment, Space } from "../../core/space.ts";
import { type ApiKeyService, forgetKeys, noteDeleted, noteThere } from "../access/api-key-service.ts";
import type { Caller } from "../access/caller.ts";
import { assertFresh } from "../http/bind-routes.ts";
import { sentOrigin } from "../http/sent-origin.ts";
import { dropLeftovers } from "../retention-timer.ts";
import type { Store } from "../store/ports.ts";
import type { TargetingService } from "../targeting/targeting-service.ts";
import { sayFault } from "../tell-each.ts";
import { emptySpace } from "../workspace/first-workspace.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { assertFree, keyOfName } from "../workspace/key-of-name.ts";
import type { Workspace } from "../workspace/workspace.ts";

interface SpaceCreate {
  readonly orgId: string;
  readonly name: string;
  readonly key?: string | undefined;
}

interface SpacePatch {
  readonly name?: string | undefined;
  readonly key?: string | undefined;
  readonly allowedOrigins?: string[] | undefined;
  readonly userFieldsLocked?: boolean | undefined;
}

/** Spaces and their three environments. */
export class SpaceService {
  private readonly workspace: Workspace;
  private readonly apiKeys: ApiKeyService;
  private readonly store: Store;
  private readonly targeting: TargetingService;
  /** Keys that a request is about to use: two at once must not get the same. */
  private readonly reserved = new Set<string>();

  constructor(workspace: Workspace, apiKeys: ApiKeyService, store: Store, targeting: TargetingService) {
    this.targeting = targeting;
    this.workspace = workspace;
    this.apiKeys = apiKeys;
    this.store = store;
  }

  visible(caller: Caller, orgId: string | undefined): Space[] {
    return this.workspace
      .spaces()
      .map((document) => document.data.space)
      .filter(
        (space) => caller.roleIn(space.orgId) !== null && (orgId === undefined || space.orgId === orgId),
      )
      .sort((a, b) => (a.key < b.key ? -1 : 1));
  }

  async create(input: SpaceCreate, now: number): Promise<Space> {
    const key = this.reserve(input.key, input.name);
    try {
      const document = emptySpace({
        orgId: input.orgId,
        key,
        name: input.name,
        at: new Date(now).toISOString(),
      });
      await this.apiKeys.ensure([document.space.id]);
      await this.add(document);
      return document.space;
    } finally {
      this.reserved.delete(key);
    }
  }

  async update(
    document: JsonDocument<SpaceDocument>,
    patch: SpacePatch,
    precondition: Precondition | null,
    now: number,
  ): Promise<Space> {
    const { id, key } = document.data.space;
    const allowedOrigins = patch.allowedOrigins?.map(asSent);
    const newKey = patch.key !== undefined && patch.key !== key ? this.reserve(patch.key, patch.key) : null;
    try {
      const changed = await this.workspace.changeSpace(document, ({ space }) => {
        assertFresh(precondition, space);
        if (patch.name !== undefined) space.name = patch.name;
        if (newKey !== null) space.key = newKey;
        if (allowedOrigins !== undefined) space.allowedOrigins = allowedOrigins;
        if (patch.userFieldsLocked !== undefined) space.userFieldsLocked = patch.userFieldsLocked;
        space.updatedAt = new Date(now).toISOString();
        return space;
      });
      this.workspace.announce({ kind: "space", spaceId: id });
      return changed;
    } finally {
      if (newKey !== null) this.reserved.delete(newKey);
    }
  }

  async delete(document: JsonDocument<SpaceDocument>, precondition: Precondition | null): Promise<void> {
    const { id } = document.data.space;
    const { secrets } = this.workspace;
    const check = ({ space }: SpaceDocument) => assertFresh(precondition, space);
    check(document.data);
    // Before it goes: whatever comes in between, `dropLeftovers` does the rest.
    await secrets.update((draft) => noteDeleted(draft, id));
    let hasGone = false;
    try {
      await this.workspace.removeSpace(document, check, () => {
        hasGone = true;
        return secrets.update((draft) => {
          forgetKeys(draft, id);
          noteDeleted(draft, id);
        });
      });
    } catch (error) {
      // One that is away, as by git, was not deleted either: it comes back with what it has.
      if (!hasGone && !isElsewhere(error))
        await secrets.update((draft) => noteThere(draft, [id])).catch(sayFault);
      throw error;
    }
    // The Space is gone by now: what a busy store leaves is dropped later.
    await dropLeftovers({ store: this.store, workspace: this.workspace }).catch(sayFault);
  }

  environments(spaceId: string): Environment[] {
    return environmentKeys.map((environment) => this.environment({ spaceId, environment }));
  }

  environment(ref: EnvironmentRef): Environment {
    return {
      key: ref.environment,
      name: environmentNames[ref.environment],
      revision: this.targeting.model(ref).revision,
      ...this.apiKeys.current(ref),
    };
  }

  /** A Space that could not be written leaves no keys behind. Where only a database's answer was lost it may be there: nobody else knows its keys. */
  private async add(document: SpaceDocument): Promise<void> {
    try {
      await this.workspace.addSpace(document);
    } catch (error) {
      const isUnknown = error instanceof Problem && error.code === "not-ready";
      if (!isUnknown) await this.apiKeys.forget(document.space.id).catch(sayFault);
      throw error;
    }
  }

  private reserve(asked: string | undefined, name: string): string {
    const taken = new Set([
      ...this.workspace.spaces().map((space) => space.data.space.key),
      ...this.reserved,
    ]);
    if (asked !== undefined) assertFree(taken, asked, ["key"], "by another Space");
    if (asked !== undefined && deviceName.test(asked))
      throw invalid([{ path: "/key", detail: "is a name that Windows keeps for a device" }]);
    const named = keyOfName(name, "space");
    const key = asked ?? uniqueKey(deviceName.test(named) ? `${named}-space` : named, taken);
    this.reserved.add(key);
    return key;
  }
}

/** Whether it may have been deleted: somebody else has done it, or a database's answer was lost. */
const isElsewhere = (error: unknown): boolean =>
  error instanceof Problem && ["not-found", "not-ready"].includes(error.code);

/** @throws Problem invalid-body for an origin that no page has */
function asSent(origin: string, index: number): string {
  const sent = origin === "*" ? origin : sentOrigin(origin);
  if (sent !== null) return sent;
  const path = `/allowedOrigins/${index}`;
  throw invalid([{ path, detail: `is no origin that a browser sends ("${origin}")` }]);
}
