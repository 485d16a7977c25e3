import type { Collection, Experience, Section } from "../../../../src/core/collection.ts";
import type { ExperienceType, Property } from "../../../../src/core/experience-type.ts";
import type { PublishedCollection } from "../../../../src/core/publication.ts";
import type { Row } from "../../../../src/renderer/model/scenario-rows.ts";

const stamps = { createdAt: "2026-11-20T10:00:00.000Z", updatedAt: "2026-11-20T10:00:00.000Z" };

export const property = (
  key: string,
  type: Property["type"] = "string",
  more: Partial<Property> = {},
): Property => ({
  id: `prp_${key}`,
  key,
  name: key,
  type,
  ...more,
});

export const typeOf = (key: string, ...properties: Property[]): ExperienceType => ({
  id: `typ_${key}`,
  key,
  name: key,
  properties,
  ...stamps,
});

export const experience = (key: string, more: Partial<Experience> = {}): Experience => ({
  id: `exp_${key}`,
  key,
  name: key,
  typeId: "typ_hero",
  scenarios: [{ id: `scn_${key}`, name: "Default", serve: { enabled: true, data: {} } }],
  ...stamps,
  ...more,
});

export const section = (key: string, experiences: Experience[], more: Partial<Section> = {}): Section => ({
  id: `sec_${key}`,
  key,
  name: key,
  typeIds: ["typ_hero"],
  experiences,
  scenarios: [
    {
      id: `scn_${key}`,
      name: "Default",
      serve: { enabled: true, children: experiences.map(({ id }) => id) },
    },
  ],
  ...stamps,
  ...more,
});

const unpublished = { state: "unpublished", version: null, publishedAt: null } as const;

export const collection = (key: string, more: Partial<Collection> = {}): Collection => ({
  id: `col_${key}`,
  key,
  name: key,
  experiences: [],
  sections: [],
  status: { development: unpublished, staging: unpublished, production: unpublished },
  ...stamps,
  ...more,
});

/** A Collection with one Experience, and a Section that has two more. */
export const homepage = (): Collection =>
  collection("homepage", {
    experiences: [experience("hero")],
    sections: [section("body", [experience("drama"), experience("family")])],
  });

/** A row for everyone; the last of a list is its default all the same. */
export const row = (id: string, more: Partial<Row<string>> = {}): Row<string> => ({
  id,
  name: id.toUpperCase(),
  audience: { kind: "everyone", anyOf: [], noneOf: [] },
  rollout: 100,
  schedule: null,
  serve: id,
  ...more,
});

export const defaultRow = (id = "z"): Row<string> => ({ id, name: id.toUpperCase(), serve: id });

/** A version of the Homepage that Development serves. */
export const servedVersion = (version: number): PublishedCollection => ({
  publication: {
    id: `pub_${version}`,
    collectionId: "col_homepage",
    environment: "development",
    version,
    publishedAt: stamps.createdAt,
    publishedBy: "Ida Kessler",
    note: null,
  },
  content: {
    id: "col_homepage",
    key: "homepage",
    name: "Homepage",
    types: [],
    experiences: [],
    sections: [],
  },
});
