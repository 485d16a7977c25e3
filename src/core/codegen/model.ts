import type { PropertyType } from "../experience-type.ts";

/** The version of what templates see (docs/codegen.md). It grows when a member goes or changes its meaning. */
export const modelVersion = 1;

/** JSON as the model holds it. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** What the parts of a Space that get a name in code have in common. */
export interface KeyedModel {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  /** When it was made, in ms since 1970 UTC: who came first keeps a name that another wants too. Never in the output. */
  readonly madeAt: number;
}

export interface PropertyModel {
  /** As it is on the wire, in `data`. */
  readonly key: string;
  readonly name: string;
  readonly type: PropertyType;
  /** Of a select: each once, in the order that it was given; empty for any other type. */
  readonly options: readonly string[];
  /** It has no default, so that `data` may lack it. */
  readonly optional: boolean;
  readonly default?: Json;
  /** Its place among the type's properties: who came first keeps a name that another wants too. Never in the output. */
  readonly place: number;
}

export interface TypeModel extends KeyedModel {
  readonly properties: readonly PropertyModel[];
}

export interface ExperienceModel extends KeyedModel {
  /** The key of its type. */
  readonly type: string;
}

export interface SectionModel extends KeyedModel {
  /** The keys of the types that it supports. */
  readonly types: readonly string[];
  readonly experiences: readonly ExperienceModel[];
}

export interface CollectionModel extends KeyedModel {
  readonly experiences: readonly ExperienceModel[];
  readonly sections: readonly SectionModel[];
}

/** What the runtime starts from: the browser SDK's `Fallbacks`, and its counterpart in every other language. */
interface FallbacksModel {
  /** The Space's key. */
  readonly space: string;
  readonly revision: number;
  /** By Experience or Section id. */
  readonly states: Readonly<Record<string, FallbackStateModel>>;
}

export interface FallbackStateModel {
  readonly enabled: boolean;
  readonly data: Readonly<Record<string, Json>>;
  /** Of a Section, in order. */
  readonly children?: readonly { readonly id: string; readonly typeId: string }[];
}

/** A Space as code is generated from it, whatever the language. Every list is sorted by key. */
export interface CodegenModel {
  readonly modelVersion: typeof modelVersion;
  readonly space: { readonly id: string; readonly key: string; readonly name: string };
  /** Production's. */
  readonly revision: number;
  /** Production's API key, for platforms that have no other one. */
  readonly productionKey: string;
  readonly types: readonly TypeModel[];
  readonly collections: readonly CollectionModel[];
  readonly fallbacks: FallbacksModel;
}
