import type {
  Collection,
  Experience,
  ExperienceCreate,
  Section,
  SectionCreate,
} from "../../core/collection.ts";
import { etagOf } from "../../core/etag.ts";
import type { ExperienceType } from "../../core/experience-type.ts";
import { changeAtOnce } from "../api/queries.ts";
import { flagKey, itemOf, type Part, partsOf } from "../model/collection-address.ts";
import { freeName } from "../model/scenario-rows.ts";
import { type Console, useConsole } from "../page/console-context.ts";
import { useHere } from "../page/use-here.ts";
import { copyName } from "../text/too-long.ts";
import { withoutHidden } from "./collections-state.ts";
import { experienceCopy, sectionCopy } from "./part-copies.ts";
import { changeListed, keepPart, withNewPart } from "./part-ports.ts";

/** Makes, copies, renames and deletes what is in a Space's Collections. All but the deletions throw ApiProblem with the reason. */
export class PartActions {
  readonly #console: Console;
  readonly #spaceId: string;

  constructor(console: Console, spaceId: string) {
    this.#console = console;
    this.#spaceId = spaceId;
  }

  async createCollection(name: string): Promise<Collection> {
    const { client, collections } = this.#console;
    const made = await client.call("createCollection", {
      params: { spaceId: this.#spaceId },
      body: { name },
    });
    collections.keep(this.#spaceId, made);
    return made;
  }

  async createType(name: string): Promise<ExperienceType> {
    const { client, types } = this.#console;
    const made = await client.call("createExperienceType", {
      params: { spaceId: this.#spaceId },
      body: { name },
    });
    types.keep(this.#spaceId, made);
    return made;
  }

  async createExperience(collection: Collection, body: ExperienceCreate): Promise<Experience> {
    const params = this.#in(collection);
    const made = await this.#console.client.call("createExperience", { params, body });
    changeListed(this.#console, params, (known) => withNewPart(known, made));
    return made;
  }

  async createSection(collection: Collection, body: SectionCreate): Promise<Section> {
    const params = this.#in(collection);
    const made = await this.#console.client.call("createSection", { params, body });
    changeListed(this.#console, params, (known) => withNewPart(known, made));
    return made;
  }

  /**
   * A Section's Experiences are written with it. Only the default scenario shows the new one, at its end: whom the
   * other scenarios are for was chosen with care.
   */
  async createInSection(
    collection: Collection,
    { id }: Section,
    body: ExperienceCreate,
  ): Promise<Experience> {
    const { client } = this.#console;
    const params = { ...this.#in(collection), sectionId: id };
    const { answer, etag } = await client.exchange("getSection", { params });
    const known = answer.experiences.map(kept);
    const made = await client.exchange("updateSection", {
      params,
      body: { experiences: [...known, body] },
      ifMatch: etag ?? undefined,
    });
    this.#keepPart(collection, made.answer);
    const added = made.answer.experiences.at(-1);
    if (added === undefined) throw new Error("the Section came back without its new Experience");
    const shown = await client.call("updateSection", {
      params,
      body: { scenarios: shownByDefault(made.answer, added.id) },
      ifMatch: made.etag ?? undefined,
    });
    this.#keepPart(collection, shown);
    return added;
  }

  async copyPart(part: Part): Promise<Experience | Section> {
    if (part.kind === "section") {
      const all = partsOf(part.collection).map(itemOf);
      const name = freeName(all, copyName(part.section.name));
      const body = sectionCopy(part.section, name, new Set(all.map(({ key }) => key)));
      return this.createSection(part.collection, body);
    }
    const { experience, section } = part;
    const siblings = section?.experiences ?? part.collection.experiences;
    const name = freeName(siblings, copyName(experience.name));
    if (section !== null)
      return this.createInSection(part.collection, section, experienceCopy(experience, name));
    return this.createExperience(part.collection, experienceCopy(experience, name));
  }

  async copyCollection(collection: Collection): Promise<Collection> {
    const all = this.#console.collections.known(this.#spaceId);
    const made = await this.createCollection(freeName(all, copyName(collection.name)));
    for (const one of collection.experiences)
      await this.createExperience(made, { ...experienceCopy(one, one.name), key: one.key });
    for (const section of collection.sections)
      await this.createSection(made, {
        ...sectionCopy(section, section.name, new Set()),
        key: section.key,
      });
    return made;
  }

  renameCollection(collection: Collection, name: string): Promise<void> {
    const { client, collections } = this.#console;
    const params = this.#in(collection);
    return this.#rename(collection, name, async () =>
      collections.keep(this.#spaceId, await client.call("updateCollection", { params, body: { name } })),
    );
  }

  renamePart(part: Part, name: string): Promise<void> {
    const { client } = this.#console;
    const params = this.#in(part.collection);
    const body = { name };
    return this.#rename(itemOf(part), name, async () =>
      this.#keepPart(
        part.collection,
        await (part.kind === "section"
          ? client.call("updateSection", { params: { ...params, sectionId: part.section.id }, body })
          : client.call("updateExperience", {
              params: { ...params, experienceId: part.experience.id },
              body,
            })),
      ),
    );
  }

  /** The name that was typed last is shown at once, and is the last that is sent. */
  #rename({ id, name: before }: Named, name: string, send: () => Promise<void>): Promise<void> {
    const { collections, queries } = this.#console;
    return changeAtOnce<readonly Collection[]>(queries, collections.query(this.#spaceId), {
      of: id,
      show: named(id, () => name),
      takeBack: named(id, (shown) => (shown === name ? before : shown)),
      send,
    });
  }

  deleteCollection(collection: Collection): void {
    const { client, collections, removals } = this.#console;
    collections.delete(removals, this.#spaceId, collection, ({ keepalive }) =>
      client.call("deleteCollection", { params: this.#in(collection), keepalive }),
    );
  }

  /** Hides a part at once and deletes it when the undo has run out; a Section's scenarios no longer serve it then. */
  deletePart(part: Part): void {
    const { collections, removals } = this.#console;
    const { id, name } = itemOf(part);
    const without = (collection: Collection) => withoutHidden([collection], new Set([id]))[0] ?? collection;
    removals.offer({
      key: id,
      // A Section's Experiences are kept under the Collection.
      also: part.kind === "section" ? part.section.experiences.map((one) => one.id) : [],
      spaceId: this.#spaceId,
      collectionId: part.collection.id,
      said: `Deleted “${name}”`,
      refused: `“${flagKey(part)}” was not deleted.`,
      remove: ({ keepalive }) => this.#remove(part, keepalive),
      drop: () => {
        changeListed(this.#console, this.#in(part.collection), without);
        // Where somebody else deleted it, no write has made the list old.
        void collections.load(this.#spaceId);
      },
    });
  }

  #remove(part: Part, keepalive: boolean): Promise<unknown> {
    const { client } = this.#console;
    const params = this.#in(part.collection);
    if (part.kind === "section")
      return client.call("deleteSection", { params: { ...params, sectionId: part.section.id }, keepalive });
    if (part.section !== null)
      return this.#removeChild(part.collection, part.section, part.experience, keepalive);
    return client.call("deleteExperience", {
      params: { ...params, experienceId: part.experience.id },
      keepalive,
    });
  }

  /** An Experience that its Section serves is taken out of the scenarios in the same write, so that nothing is left half done. */
  async #removeChild(
    collection: Collection,
    { id: sectionId }: Section,
    { id }: Experience,
    keepalive: boolean,
  ): Promise<void> {
    const { client } = this.#console;
    const params = { ...this.#in(collection), sectionId };
    // A page that is being closed has time for one request only.
    const section = keepalive ? this.#listed(collection, sectionId) : null;
    const { answer, etag } =
      section == null
        ? await client.exchange("getSection", { params })
        : { answer: section, etag: etagOf(section) };
    const scenarios = answer.scenarios.map((row) => ({
      ...row,
      serve: { ...row.serve, children: row.serve.children.filter((child) => child !== id) },
    }));
    const experiences = answer.experiences.filter((one) => one.id !== id).map(kept);
    const body = { scenarios, experiences };
    const left = await client.call("updateSection", { params, body, ifMatch: etag ?? undefined, keepalive });
    this.#keepPart(collection, left);
  }

  #keepPart(collection: Collection, part: Experience | Section): void {
    keepPart(this.#console, this.#in(collection), part);
  }

  #listed({ id }: Collection, sectionId: string): Section | undefined {
    const all = this.#console.collections.known(this.#spaceId);
    return all.find((one) => one.id === id)?.sections.find((one) => one.id === sectionId);
  }

  #in({ id }: Collection) {
    return { spaceId: this.#spaceId, collectionId: id };
  }
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Collections in which the one thing with this id is called otherwise. */
const named = (id: string, nameOf: (before: string) => string) => {
  const own = <T extends Named>(one: T): T => (one.id === id ? { ...one, name: nameOf(one.name) } : one);
  return (all: readonly Collection[]): readonly Collection[] =>
    all.map((collection) => ({
      ...own(collection),
      experiences: collection.experiences.map(own),
      sections: collection.sections.map((one) => ({ ...own(one), experiences: one.experiences.map(own) })),
    }));
};

const kept = ({ id, key, name, typeId }: Experience) => ({ id, key, name, typeId });

export function useActions(): PartActions {
  const console = useConsole();
  const { space } = useHere();
  return new PartActions(console, space.id);
}

/** A Section's scenarios with an Experience at the end of the default. */
export function shownByDefault({ scenarios }: Pick<Section, "scenarios">, id: string): Section["scenarios"] {
  return scenarios.map((row, index) =>
    index < scenarios.length - 1
      ? row
      : {
          ...row,
          serve: { ...row.serve, children: [...row.serve.children.filter((one) => one !== id), id] },
        },
  );
}
