import { byReference } from "../../core/by-reference.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import type { Precondition } from "../../core/precondition.ts";
import { environmentKeys } from "../../core/primitives.ts";
import { inUseBy, Problem } from "../../core/problem.ts";
import {
  membershipText,
  mostTribes,
  type Tribe,
  type TribeCreate,
  type TribePatch,
} from "../../core/tribe.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { chooseKey } from "../workspace/key-of-name.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { assertNoCycle, resolvedRules } from "./tribe-rules.ts";
import { usersOfTribe } from "./tribe-users.ts";

type Document = JsonDocument<SpaceDocument>;

/** By id or key. @throws Problem not-found */
export function findTribe({ tribes }: Pick<SpaceDocument, "tribes">, reference: string): Tribe {
  const found = byReference(tribes, reference);
  if (found === undefined)
    throw new Problem("not-found", `There is no Tribe "${reference.slice(0, 100)}" in this Space.`);
  return found;
}

/** Tribes of a Space. Every change of whom one holds is announced, and counts in each environment's revision. */
export class TribeService {
  private readonly workspace: Workspace;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  create(document: Document, input: TribeCreate, now: number): Promise<Tribe> {
    return this.change(document, (draft) => {
      if (draft.tribes.length >= mostTribes)
        throw new Problem("conflict", `A Space has at most ${mostTribes} Tribes.`);
      const at = new Date(now).toISOString();
      const made: Tribe = {
        id: newId("trb"),
        key: freeKey(draft, input.key, input.name),
        name: input.name,
        audience: input.audience,
        rules: resolvedRules(draft.tribes, input.rules),
        createdAt: at,
        updatedAt: at,
      };
      draft.tribes.push(made);
      return made;
    });
  }

  update(
    document: Document,
    reference: string,
    patch: TribePatch,
    write: { readonly precondition: Precondition | null; readonly now: number },
  ): Promise<Tribe> {
    return this.change(document, (draft) => {
      const tribe = findTribe(draft, reference);
      assertFresh(write.precondition, tribe);
      if (patch.key !== undefined && patch.key !== tribe.key)
        tribe.key = freeKey(draft, patch.key, tribe.name);
      if (patch.name !== undefined) tribe.name = patch.name;
      if (patch.audience !== undefined) tribe.audience = patch.audience;
      if (patch.rules !== undefined) tribe.rules = resolvedRules(draft.tribes, patch.rules);
      assertNoCycle(draft.tribes);
      tribe.updatedAt = new Date(write.now).toISOString();
      return tribe;
    });
  }

  /** @throws Problem in-use, naming by what */
  delete(document: Document, reference: string, precondition: Precondition | null): Promise<void> {
    return this.change(document, (draft) => {
      const tribe = findTribe(draft, reference);
      assertFresh(precondition, tribe);
      const published = environmentKeys.map((key) => this.workspace.published(draft.space.id).of(key));
      const users = usersOfTribe(tribe.id, draft, published);
      if (users.length > 0) throw inUseBy(users);
      draft.tribes = draft.tribes.filter((one) => one !== tribe);
    });
  }

  private async change<R>(document: Document, work: (draft: SpaceDocument) => R): Promise<R> {
    const { result, counts } = await document.update((draft) => {
      const before = membershipText(draft.tribes);
      const result = work(draft);
      const counts = membershipText(draft.tribes) !== before;
      if (counts) draft.tribesRevision += 1;
      return { result, counts };
    });
    if (counts) this.workspace.announce({ kind: "targeting", spaceId: document.data.space.id });
    return result;
  }
}

function freeKey({ tribes }: SpaceDocument, asked: string | undefined, name: string): string {
  const taken = new Set(tribes.map((tribe) => tribe.key));
  return chooseKey(taken, asked, name, "tribe", ["key"], "by another Tribe");
}
