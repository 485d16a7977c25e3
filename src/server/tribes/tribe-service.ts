import type { SpaceDocument } from "../../core/documents.ts";
import { environmentKeys, slugify, uniqueKey } from "../../core/primitives.ts";
import { type FieldError, invalid, Problem, pointer } from "../../core/problem.ts";
import type { Rule } from "../../core/rule.ts";
import { findCycle, mapTribeReferences } from "../../core/targeting/tribe-references.ts";
import { membershipText, type Tribe, type TribeCreate, type TribePatch } from "../../core/tribe.ts";
import { assertFresh } from "../http/bind-routes.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { usersOfTribe } from "./tribe-users.ts";

type Document = JsonDocument<SpaceDocument>;

/** By id or key. @throws Problem not-found */
export function findTribe({ tribes }: Pick<SpaceDocument, "tribes">, reference: string): Tribe {
  const found = byReference(tribes, reference);
  if (found === undefined)
    throw new Problem("not-found", `There is no Tribe "${reference.slice(0, 100)}" in this Space.`);
  return found;
}

const byReference = (tribes: readonly Tribe[], reference: string): Tribe | undefined =>
  tribes.find((tribe) => tribe.id === reference) ?? tribes.find((tribe) => tribe.key === reference);

/** Every session decides all of them. */
const mostTribes = 1000;

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
        rules: resolved(draft, input.rules),
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
    write: { readonly ifMatch: string | null; readonly now: number },
  ): Promise<Tribe> {
    return this.change(document, (draft) => {
      const tribe = findTribe(draft, reference);
      assertFresh(write.ifMatch, tribe);
      if (patch.key !== undefined && patch.key !== tribe.key)
        tribe.key = freeKey(draft, patch.key, tribe.name);
      if (patch.name !== undefined) tribe.name = patch.name;
      if (patch.audience !== undefined) tribe.audience = patch.audience;
      if (patch.rules !== undefined) tribe.rules = resolved(draft, patch.rules);
      assertNoCycle(draft);
      tribe.updatedAt = new Date(write.now).toISOString();
      return tribe;
    });
  }

  /** @throws Problem in-use, naming by what */
  delete(document: Document, reference: string, ifMatch: string | null): Promise<void> {
    return this.change(document, (draft) => {
      const tribe = findTribe(draft, reference);
      assertFresh(ifMatch, tribe);
      const published = environmentKeys.map((key) => this.workspace.published(draft.space.id).of(key));
      const users = usersOfTribe(tribe.id, draft, published);
      if (users.length > 0)
        throw new Problem(
          "in-use",
          `It is used by ${users.slice(0, 10).join(", ")}${users.length > 10 ? " and more" : ""}.`,
        );
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
  if (asked === undefined) return uniqueKey(slugify(name, "tribe"), taken);
  if (taken.has(asked))
    throw new Problem("conflict", `The key "${asked}" is taken by another Tribe.`, {
      errors: [{ path: "/key", detail: "is taken" }],
    });
  return asked;
}

/** Rules whose Tribes stand by id. @throws Problem invalid-body with the place of each that is not there */
function resolved({ tribes }: SpaceDocument, rules: Rule): Rule {
  const errors: FieldError[] = [];
  const made = mapTribeReferences(rules, (reference, path) => {
    const tribe = byReference(tribes, reference);
    if (tribe === undefined)
      errors.push({
        path: pointer(["rules", ...path]),
        detail: `names no Tribe of this Space: ${reference.slice(0, 100)}`,
      });
    return tribe?.id ?? reference;
  });
  if (errors.length > 0) throw invalid(errors);
  return made;
}

function assertNoCycle({ tribes }: SpaceDocument): void {
  const cycle = findCycle(tribes);
  if (cycle === null) return;
  const names = cycle.map((id) => tribes.find((tribe) => tribe.id === id)?.name ?? id);
  throw new Problem("cycle", `The Tribe would depend on itself: ${[...names, names[0]].join(" → ")}.`, {
    errors: [{ path: "/rules", detail: "leads back to this Tribe" }],
  });
}
