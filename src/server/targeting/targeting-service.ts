import { setImmediate } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import type { PublishedDocument, SpaceDocument } from "../../core/documents.ts";
import { contentsOf } from "../../core/publication.ts";
import { type EnvironmentRef, environmentName } from "../../core/refs.ts";
import { compileContents } from "../../core/targeting/compile-contents.ts";
import { compileTribes } from "../../core/targeting/compile-tribes.ts";
import type { Decider, TribeSet } from "../../core/targeting/decision.ts";
import { eventMatcher } from "../../core/targeting/event-matcher.ts";
import { membershipText } from "../../core/tribe.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What decides in one environment, compiled. It stays the same object until something in it changes. */
export interface Model {
  readonly revision: number;
  readonly tribes: TribeSet;
  readonly decider: Decider;
}

type Matches = ReturnType<typeof eventMatcher>;
/** The question of ingestion to a selector: does this event, whose name it has, count? */
export interface EventTest {
  readonly key: string;
  readonly matches: Matches;
}

/** A Space's Tribes, compiled, with what they were compiled from. */
interface CompiledTribes {
  readonly text: string;
  readonly revision: number;
  readonly set: TribeSet;
  readonly byEvent: ReadonlyMap<string, readonly EventTest[]>;
}

interface CompiledModel {
  readonly published: PublishedDocument;
  readonly tribes: CompiledTribes;
  readonly model: Model;
}

const noTests: ReadonlyMap<string, readonly EventTest[]> = new Map();

interface DraftModel {
  readonly from: SpaceDocument;
  readonly tribes: TribeSet;
  readonly model: Model;
}

/** Compiles Tribes and publications, once for each version of them. */
export class TargetingService {
  private readonly workspace: Workspace;
  private readonly seen = new Map<
    string,
    { readonly from: SpaceDocument; readonly tribes: CompiledTribes }
  >();
  private readonly models = new Map<string, CompiledModel>();
  private readonly drafts = new Map<string, DraftModel>();

  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  /** What decides now. @throws Problem not-found where the Space is gone */
  model(ref: EnvironmentRef): Model {
    const { spaceId, environment } = ref;
    const tribes = this.compiledTribes(spaceId);
    const published = this.workspace.published(spaceId).of(environment);
    const name = environmentName(ref);
    const known = this.models.get(name);
    if (known?.tribes === tribes && saysTheSame(known.published, published)) {
      if (known.published !== published) this.models.set(name, { ...known, published });
      return known.model;
    }
    const contents = published.collections.map(({ content }) => content);
    const model: Model = {
      revision: Math.max(published.revision + tribes.revision, (known?.model.revision ?? -1) + 1),
      tribes: tribes.set,
      decider: compileContents(contents, tribes.set),
    };
    this.models.set(name, { published, tribes, model });
    return model;
  }

  /** What would decide if all drafts were published now; others' requests are answered in between. */
  async draftModel(environment: EnvironmentRef): Promise<Model> {
    const { tribes, revision } = this.model(environment);
    const from = this.document(environment.spaceId);
    const name = environmentName(environment);
    const known = this.drafts.get(name);
    if (known?.from === from && known.tribes === tribes && known.model.revision === revision)
      return known.model;
    const contents = contentsOf(from.collections, from.experienceTypes);
    await setImmediate();
    const model: Model = { tribes, revision, decider: compileContents(contents, tribes) };
    this.drafts.set(name, { from, tribes, model });
    return model;
  }

  tribes(spaceId: string): TribeSet {
    return this.compiledTribes(spaceId).set;
  }

  /** By event name: the tests of all selectors that rules of the Space name; none where the Space is gone. */
  eventTests(spaceId: string): ReadonlyMap<string, readonly EventTest[]> {
    return this.workspace.findSpace(spaceId) === undefined ? noTests : this.compiledTribes(spaceId).byEvent;
  }

  dropSpace(spaceId: string): void {
    this.seen.delete(spaceId);
    for (const models of [this.models, this.drafts])
      for (const name of models.keys()) if (name.startsWith(`${spaceId}/`)) models.delete(name);
  }

  /** The Space's document as it is now. @throws Problem not-found where the Space is gone */
  document(spaceId: string): SpaceDocument {
    const found = this.workspace.findSpace(spaceId);
    // Throws the Problem for a Space that is gone.
    if (found === undefined) this.workspace.published(spaceId);
    return (found as NonNullable<typeof found>).data;
  }

  /** An edited draft is a new document with the same Tribes, so they are compared by what decides who is in them. */
  private compiledTribes(spaceId: string): CompiledTribes {
    const document = this.document(spaceId);
    const known = this.seen.get(spaceId);
    if (known?.from === document) return known.tribes;
    const text = membershipText(document.tribes);
    const isSame = known?.tribes.text === text && known.tribes.revision === document.tribesRevision;
    const tribes = isSame ? known.tribes : compiled(document, text);
    this.seen.set(spaceId, { from: document, tribes });
    return tribes;
  }
}

/** A renamed Space's document is another object that says the same: servers that took it in count no revision more than the one that renamed it. */
const saysTheSame = (before: PublishedDocument, now: PublishedDocument): boolean =>
  before === now || (before.revision === now.revision && isDeepStrictEqual(before, now));

function compiled({ tribes, tribesRevision }: SpaceDocument, text: string): CompiledTribes {
  const set = compileTribes(tribes);
  const byEvent = new Map<string, EventTest[]>();
  for (const { key, name, where } of set.selectors) {
    const tests = byEvent.get(name) ?? [];
    tests.push({ key, matches: eventMatcher(where) });
    byEvent.set(name, tests);
  }
  return { text, revision: tribesRevision, set, byEvent };
}
