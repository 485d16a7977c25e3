import type { Client } from "./client.ts";
import { Experience } from "./experience.ts";
import { Section } from "./section.ts";
import type { Definition } from "./types.ts";

/** A group of Experiences and Sections, e.g. a page. Generated classes extend it and add theirs. */
export class Collection {
  readonly id: string;
  readonly key: string;
  /** Private by syntax, not only by type: generated classes have members of any name. */
  readonly #things: (Experience<object> | Section<Experience<object>>)[] = [];

  constructor(_client: Client, { id, key }: Definition) {
    this.id = id;
    this.key = key;
  }

  get experiences(): readonly Experience<object>[] {
    return this.#things.filter((thing) => thing instanceof Experience);
  }

  get sections(): readonly Section<Experience<object>>[] {
    return this.#things.filter((thing) => thing instanceof Section);
  }

  /** Makes an Experience or Section one of this Collection's, and gives it back. */
  protected add<Thing extends Experience<object> | Section<Experience<object>>>(thing: Thing): Thing {
    this.#things.push(thing);
    return thing;
  }
}
