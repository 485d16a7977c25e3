import { z } from "zod";
import { type CollectionDraft, experience, section } from "./collection.ts";
import { type ExperienceType, experienceType } from "./experience-type.ts";
import { experiencesIn } from "./items.ts";
import { environmentKey, id, json, name, slug, timestamp } from "./primitives.ts";

const note = z.string().trim().max(1000);

/** A version of a Collection in one environment. It never changes. */
export const publication = z
  .object({
    id,
    collectionId: id,
    environment: environmentKey,
    version: z.number().int().min(1),
    publishedAt: timestamp,
    publishedBy: z.string().meta({ description: "The name of the account." }),
    note: note.nullable(),
  })
  .meta({
    id: "Publication",
    example: {
      id: "pub_6KqTn2wA",
      collectionId: "col_homepage",
      environment: "development",
      version: 3,
      publishedAt: "2026-11-20T14:32:06.240Z",
      publishedBy: "Local operator",
      note: "first",
    },
  });
export type Publication = z.output<typeof publication>;

const publishedExperience = experience.omit({ createdAt: true, updatedAt: true });
export type PublishedExperience = z.output<typeof publishedExperience>;
const publishedSection = section
  .omit({ createdAt: true, updatedAt: true })
  .extend({ experiences: z.array(publishedExperience) });
export type PublishedSection = z.output<typeof publishedSection>;

/** All that deciding needs of a Collection: its Experiences, its Sections, and the types that they are of. */
export const collectionContent = z.object({
  id,
  key: slug,
  name,
  types: z.array(experienceType.omit({ createdAt: true, updatedAt: true })),
  experiences: z.array(publishedExperience),
  sections: z.array(publishedSection),
});
export type CollectionContent = z.output<typeof collectionContent>;

/** What an environment serves of one Collection. */
export const publishedCollection = z.object({ publication, content: collectionContent });
export type PublishedCollection = z.output<typeof publishedCollection>;

const withoutStamps = <T extends { readonly createdAt: string; readonly updatedAt: string }>({
  createdAt: _created,
  updatedAt: _updated,
  ...rest
}: T) => rest;

/** The draft as it would be published now. Equal drafts give equal contents, member by member. */
export const contentOf = (draft: CollectionDraft, types: readonly ExperienceType[]): CollectionContent =>
  contentBy(typesById(types))(draft);

/** The same for many drafts: a Space may have thousands of Collections, and as many types. */
export const contentsOf = (
  drafts: readonly CollectionDraft[],
  types: readonly ExperienceType[],
): CollectionContent[] => drafts.map(contentBy(typesById(types)));

type TypesById = ReadonlyMap<string, { readonly type: ExperienceType; readonly place: number }>;

const typesById = (types: readonly ExperienceType[]): TypesById =>
  new Map(types.map((type, place) => [type.id, { type, place }]));

const contentBy =
  (types: TypesById) =>
  (draft: CollectionDraft): CollectionContent => {
    const used = new Set([
      ...experiencesIn(draft).map((one) => one.typeId),
      ...draft.sections.flatMap((one) => one.typeIds),
    ]);
    return {
      id: draft.id,
      key: draft.key,
      name: draft.name,
      types: [...used]
        .flatMap((id) => types.get(id) ?? [])
        .sort((a, b) => a.place - b.place)
        .map(({ type }) => withoutStamps(type)),
      experiences: draft.experiences.map(withoutStamps),
      sections: draft.sections.map((section) => ({
        ...withoutStamps(section),
        experiences: section.experiences.map(withoutStamps),
      })),
    };
  };

/** `from` promotes what another environment serves; `version` brings an earlier version back; neither publishes the draft. */
export const publicationCreate = z
  .strictObject({
    environment: environmentKey,
    note: note.nullable().optional(),
    from: environmentKey.optional(),
    version: z.number().int().min(1).optional(),
  })
  .refine((body) => body.from === undefined || body.version === undefined, {
    path: ["version"],
    message: "can't stand beside from: promote, or roll back",
  })
  .refine((body) => body.from !== body.environment, {
    path: ["from"],
    message: "must be another environment",
  })
  .meta({ example: { environment: "development", note: "first" } });
export type PublicationCreate = z.output<typeof publicationCreate>;

/** One difference: a JSON pointer into the Collection, where Experiences and Sections stand by their keys. */
export const difference = z.object({
  path: z.string(),
  before: json.nullable(),
  after: json.nullable(),
});
export type Difference = z.output<typeof difference>;

/** What publishing would change, and for whom. */
export const dryRun = z
  .object({
    diff: z.array(difference),
    affected: z.object({
      checked: z.number().int().meta({ description: "Users and visitors for whom both were decided." }),
      changed: z.number().int(),
      sampled: z.boolean().meta({
        description: "Not all were checked: there are more than 20,000, and these are spread over them.",
      }),
      of: z.number().int().meta({ description: "How many users and visitors the environment has." }),
      at: timestamp,
      sample: z.array(
        z.object({
          userId: z.string(),
          experience: z.string().meta({ description: "<collection>.<experience or section>" }),
          before: json.nullable(),
          after: json.nullable(),
        }),
      ),
    }),
  })
  .meta({
    id: "DryRun",
    example: {
      diff: [{ path: "/experiences/banner/scenarios/0/rollout", before: 50, after: 100 }],
      affected: {
        checked: 8,
        changed: 1,
        sampled: false,
        of: 8,
        at: "2026-11-20T14:32:06.240Z",
        sample: [
          {
            userId: "ana-ribeiro",
            experience: "homepage.banner",
            before: { enabled: true, data: { headline: "Hi" } },
            after: { enabled: true, data: { headline: "Hi, Gold" } },
          },
        ],
      },
    },
  });
export type DryRun = z.output<typeof dryRun>;
