import {
  type PublishedDocument,
  publishedDocument,
  type SpaceDocument,
  spaceDocument,
} from "../../src/core/documents.ts";
import { contentOf } from "../../src/core/publication.ts";

/** What code is generated from. */
export interface CodegenCase {
  readonly document: SpaceDocument;
  readonly production: PublishedDocument;
  readonly revision: number;
  readonly productionKey: string;
}

/** Production's, in every case. */
export const productionKey = "us_prd_0123456789abcdef0123456789ab";

const madeAt = "2026-11-20T09:00:00.000Z";
/** Later ones have the second choice of a name. */
const stamps = (minute = 0) => {
  const at = `2026-11-20T09:${String(minute).padStart(2, "0")}:00.000Z`;
  return { createdAt: at, updatedAt: at };
};

interface PropertySeed {
  readonly key: string;
  readonly type: string;
  readonly name?: string;
  readonly options?: readonly string[];
  readonly default?: unknown;
}

export const typeOf = (key: string, properties: readonly PropertySeed[], name = key, minute = 0) => ({
  id: `typ_${key}`,
  key,
  name,
  properties: properties.map((one) => ({ id: `prp_${key}_${one.key}`, name: one.key, ...one })),
  ...stamps(minute),
});

export const experienceOf = (
  id: string,
  typeId: string,
  {
    key = id,
    name = id,
    data = {},
    enabled = true,
    minute = 0,
  }: {
    key?: string;
    name?: string;
    data?: Record<string, unknown>;
    enabled?: boolean;
    minute?: number;
  } = {},
) => ({
  id: `exp_${id}`,
  key,
  name,
  typeId: `typ_${typeId}`,
  scenarios: [{ id: `scn_${id}`, name: "Default", serve: { enabled, data } }],
  ...stamps(minute),
});

export const sectionOf = (
  id: string,
  typeIds: readonly string[],
  experiences: readonly ReturnType<typeof experienceOf>[],
  { key = id, name = id, minute = 0 }: { key?: string; name?: string; minute?: number } = {},
) => ({
  id: `sec_${id}`,
  key,
  name,
  typeIds: typeIds.map((type) => `typ_${type}`),
  experiences,
  scenarios: [
    {
      id: `scn_${id}`,
      name: "Default",
      serve: { enabled: true, children: [...experiences].reverse().map((one) => one.id) },
    },
  ],
  ...stamps(minute),
});

export const collectionOf = (
  id: string,
  experiences: readonly ReturnType<typeof experienceOf>[],
  sections: readonly ReturnType<typeof sectionOf>[],
  { key = id, name = id, minute = 0 }: { key?: string; name?: string; minute?: number } = {},
) => ({ id: `col_${id}`, key, name, experiences, sections, ...stamps(minute) });

/** A Space's document, checked as one that is read from disk. */
export const spaceOf = (
  { key, name = key }: { key: string; name?: string },
  experienceTypes: readonly ReturnType<typeof typeOf>[],
  collections: readonly ReturnType<typeof collectionOf>[],
): SpaceDocument =>
  spaceDocument.parse({
    schemaVersion: 1,
    space: { id: `spc_${key}`, orgId: "org_1", key, name, allowedOrigins: [], ...stamps() },
    experienceTypes,
    collections,
  });

/** What Production serves after these Collections of a document were published there. */
export const publishedOf = (document: SpaceDocument, keys: readonly string[]): PublishedDocument =>
  publishedDocument.parse({
    schemaVersion: 1,
    environment: "production",
    revision: keys.length,
    collections: document.collections
      .filter((one) => keys.includes(one.key))
      .map((draft) => ({
        publication: {
          id: `pub_${draft.key}`,
          collectionId: draft.id,
          environment: "production",
          version: 1,
          publishedAt: madeAt,
          publishedBy: "Local operator",
          note: null,
        },
        content: JSON.parse(JSON.stringify(contentOf(draft, document.experienceTypes))),
      })),
  });
