import { byReference } from "../../core/by-reference.ts";
import type { SpaceDocument } from "../../core/documents.ts";
import { mergePatch } from "../../core/merge-patch.ts";
import {
  type Persona,
  type PersonaCreate,
  type PersonaPatch,
  personaCreate,
  personaLimits,
} from "../../core/persona.ts";
import { type KnownItem, knownItems } from "../../core/personas/known-items.ts";
import type { Precondition } from "../../core/precondition.ts";
import { environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import { stamp, stamps, type Write } from "../collections/collection-parts.ts";
import { assertFresh, parsed } from "../http/bind-routes.ts";
import type { JsonDocument } from "../workspace/json-document.ts";
import { chooseKey } from "../workspace/key-of-name.ts";
import { newId } from "../workspace/new-id.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { resolvedExpectations } from "./expectations.ts";

type Document = JsonDocument<SpaceDocument>;

/** By id or key. @throws Problem not-found */
export function findPersona({ personas }: Pick<SpaceDocument, "personas">, reference: string): Persona {
  const found = byReference(personas, reference);
  if (found === undefined)
    throw new Problem("not-found", `There is no persona "${reference.slice(0, 100)}" in this Space.`);
  return found;
}

/** Personas of a Space. They decide nothing, so that no revision counts them. */
export class PersonaService {
  private readonly workspace: Workspace;

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  create(document: Document, input: PersonaCreate, now: number): Promise<Persona> {
    return document.update((draft) => {
      if (draft.personas.length >= personaLimits.personas)
        throw new Problem("conflict", `A Space has at most ${personaLimits.personas} personas.`);
      const made: Persona = {
        id: newId("per"),
        key: freeKey(draft, null, input.key, input.name),
        name: input.name,
        user: input.user,
        events: input.events,
        at: input.at,
        expected: this.resolved(draft, input.expected, null),
        ...stamps(now),
      };
      draft.personas.push(made);
      return made;
    });
  }

  update(document: Document, reference: string, patch: PersonaPatch, write: Write): Promise<Persona> {
    return document.update((draft) => {
      const persona = findPersona(draft, reference);
      assertFresh(write.precondition, persona);
      const { id: _id, createdAt: _created, updatedAt: _updated, ...before } = persona;
      const merged = parsed(personaCreate, mergePatch(before, patch), "invalid-body");
      return Object.assign(persona, {
        key: freeKey(draft, persona, patch.key ?? persona.key, persona.name),
        name: merged.name,
        user: merged.user,
        events: merged.events,
        at: merged.at,
        expected: this.resolved(draft, merged.expected, persona.expected),
        updatedAt: stamp(write.now),
      });
    });
  }

  delete(document: Document, reference: string, precondition: Precondition | null): Promise<void> {
    return document.update((draft) => {
      const persona = findPersona(draft, reference);
      assertFresh(precondition, persona);
      draft.personas = draft.personas.filter((one) => one !== persona);
    });
  }

  /** Every Experience and Section that there is: of the drafts, and of what is served anywhere. */
  items(space: SpaceDocument): ReadonlyMap<string, KnownItem> {
    const published = this.workspace.published(space.space.id);
    const served = environmentKeys.flatMap((key) => published.of(key).collections.map((one) => one.content));
    return knownItems([...space.collections, ...served]);
  }

  private resolved(
    draft: SpaceDocument,
    expected: Persona["expected"],
    before: Persona["expected"] | null,
  ): Persona["expected"] {
    return resolvedExpectations(expected, { tribes: draft.tribes, items: this.items(draft), before });
  }
}

function freeKey(
  { personas }: SpaceDocument,
  self: Persona | null,
  asked: string | undefined,
  name: string,
): string {
  const taken = new Set(personas.filter((one) => one !== self).map((one) => one.key));
  return chooseKey(taken, asked, name, "persona", ["key"]);
}
