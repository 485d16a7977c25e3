import { z } from "zod";
import { environmentKeys, id, name, newName, reference, slug, timestamp } from "./primitives.ts";
import {
  experienceScenario,
  experienceScenariosInput,
  sectionScenario,
  sectionScenariosInput,
} from "./scenario.ts";

/** One controlled component of a type: on or off plus data, decided by its scenarios. */
export const experience = z
  .object({
    id,
    key: slug,
    name,
    typeId: id,
    scenarios: z.array(experienceScenario),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Experience" });
export type Experience = z.output<typeof experience>;

/** An ordered list of Experiences of the types that it supports, decided by its scenarios. */
export const section = z
  .object({
    id,
    key: slug,
    name,
    typeIds: z.array(id),
    experiences: z.array(experience),
    scenarios: z.array(sectionScenario),
    createdAt: timestamp,
    updatedAt: timestamp,
  })
  .meta({ id: "Section" });
export type Section = z.output<typeof section>;

/** A Collection's draft as it is kept in space.json. */
export const collectionDraft = z.object({
  id,
  key: slug,
  name,
  experiences: z.array(experience),
  sections: z.array(section),
  createdAt: timestamp,
  updatedAt: timestamp,
});
export type CollectionDraft = z.output<typeof collectionDraft>;

const publishState = z.object({
  state: z.enum(["unpublished", "published", "changed"]),
  version: z.number().int().nullable(),
  publishedAt: timestamp.nullable(),
});
export type PublishState = z.output<typeof publishState>;

/** A Collection: Experiences and Sections, e.g. a page; the unit of publishing. */
export const collection = collectionDraft
  .extend({
    status: z.object(
      Object.fromEntries(environmentKeys.map((key) => [key, publishState])) as Record<
        (typeof environmentKeys)[number],
        typeof publishState
      >,
    ),
  })
  .meta({ id: "Collection" });
export type Collection = z.output<typeof collection>;

export const collectionCreate = z
  .strictObject({ name: newName, key: slug.optional() })
  .meta({ example: { name: "Homepage" } });
export const collectionPatch = z
  .strictObject({ name: newName.optional(), key: slug.optional() })
  .meta({ example: { name: "Home page" } });

export const experienceCreate = z
  .strictObject({
    name: newName,
    key: slug.optional(),
    typeId: reference,
    scenarios: experienceScenariosInput.optional(),
  })
  .meta({
    example: {
      name: "Banner",
      typeId: "hero",
      scenarios: [{ name: "Default", serve: { enabled: true, data: { headline: "Hi" } } }],
    },
  });
export type ExperienceCreate = z.output<typeof experienceCreate>;

export const experiencePatch = z
  .strictObject({
    name: newName.optional(),
    key: slug.optional(),
    typeId: reference.optional(),
    scenarios: experienceScenariosInput.optional(),
  })
  .meta({ example: { name: "Top banner" } });
export type ExperiencePatch = z.output<typeof experiencePatch>;

const sectionExperienceInput = z.strictObject({
  id: id.optional(),
  name,
  key: slug.optional(),
  typeId: reference,
  scenarios: experienceScenariosInput.optional(),
});
export type SectionExperienceInput = z.output<typeof sectionExperienceInput>;

export const sectionCreate = z
  .strictObject({
    name: newName,
    key: slug.optional(),
    typeIds: z.array(reference).max(200).default([]),
    experiences: z.array(sectionExperienceInput).max(500).default([]),
    scenarios: sectionScenariosInput.optional(),
  })
  .meta({
    example: {
      name: "Body",
      typeIds: ["hero"],
      experiences: [{ key: "promo", name: "Promo", typeId: "hero" }],
      scenarios: [{ name: "Default", serve: { enabled: true, children: ["promo"] } }],
    },
  });
export type SectionCreate = z.output<typeof sectionCreate>;

export const sectionPatch = z
  .strictObject({
    name: newName.optional(),
    key: slug.optional(),
    typeIds: z.array(reference).max(200).optional(),
    experiences: z.array(sectionExperienceInput).max(500).optional(),
    scenarios: sectionScenariosInput.optional(),
  })
  .meta({ example: { name: "Main body" } });
export type SectionPatch = z.output<typeof sectionPatch>;

const draftExperience = z.strictObject({
  id,
  name,
  key: slug,
  typeId: reference,
  scenarios: experienceScenariosInput,
});

/** A whole draft with the ids of all that is in it: what a version holds, but for the types, which the Space has. */
export const draftInput = z
  .strictObject({
    name,
    key: slug,
    experiences: z.array(draftExperience).max(500),
    sections: z
      .array(
        z.strictObject({
          id,
          name,
          key: slug,
          typeIds: z.array(reference).max(200),
          experiences: z.array(draftExperience).max(500),
          scenarios: sectionScenariosInput,
        }),
      )
      .max(500),
  })
  .meta({ example: { name: "Homepage", key: "homepage", experiences: [], sections: [] } });
export type DraftInput = z.output<typeof draftInput>;
