import type { SpaceDocument } from "../../core/documents.ts";
import { environmentKeys } from "../../core/primitives.ts";
import { Problem } from "../../core/problem.ts";
import { type DryRun, publication } from "../../core/publication.ts";
import { diffContents } from "../../core/publishing/diff.ts";
import type { EnvironmentRef } from "../../core/refs.ts";
import { findCollection } from "../collections/collection-parts.ts";
import { goneSignal } from "../http/gone-signal.ts";
import { cursorOf, readCursor } from "../http/page-of.ts";
import type { PlatformHandlers } from "../platform-handlers.ts";
import type { Services } from "../services.ts";
import type { PublicationCursor } from "../store/ports.ts";
import { changeTag } from "./change-tag.ts";

type Names = "listPublications" | "publish" | "getPublication" | "unpublish";

/** For how many users a dry run, or a count of who gets what, decides at most (above that they are sampled). */
export const mostChecked = 20_000;

export function publicationRoutes({
  publishing,
  population,
  clock,
  store,
}: Services): Pick<PlatformHandlers, Names> {
  return {
    listPublications: async ({ context, params, query }) => {
      const space = context.space().data;
      const { id } = findCollection(space, params.collectionId);
      const rows = await store.publications.list({
        spaceId: space.space.id,
        collectionId: id,
        environment: query.environment ?? null,
        before: cursorPlace(query.cursor),
        limit: query.limit + 1,
      });
      const data = rows.slice(0, query.limit);
      const last = data.at(-1);
      return {
        body: {
          data,
          next:
            last !== undefined && rows.length > query.limit
              ? cursorOf(String(last.version), last.environment)
              : null,
        },
      };
    },
    getPublication: async ({ context, params }) => {
      const space = context.space().data;
      const draft = findCollection(space, params.collectionId);
      const environment = environmentOf(space, params.environment);
      return { body: await publishing.version(environment, draft, versionOf(params.version)) };
    },
    unpublish: async ({ context, params, precondition }) => {
      const space = context.space().data;
      await publishing.unpublish(
        environmentOf(space, params.environment),
        findCollection(space, params.collectionId),
        precondition,
      );
      return {};
    },
    publish: async ({ context, params, query, body, precondition, res }) => {
      if (query.dryRun === true) res.locals.changed = false;
      const space = context.space().data;
      const draft = findCollection(space, params.collectionId);
      const content = await publishing.content(space, draft, body);
      const now = clock.now();
      if (query.dryRun !== true) {
        const by = context.caller.account.name;
        return {
          body: await publishing.publish(space, content, body, { by, now, precondition }),
          headers: clock.headers(),
        };
      }
      const environment = { spaceId: space.space.id, environment: body.environment };
      publishing.assertMayServe(environment, content);
      const before = publishing.served(environment.spaceId, body.environment, draft.id)?.content ?? null;
      const affected = await population.affected(
        { environment, tribes: space.tribes, before, after: content, now, most: mostChecked },
        goneSignal(res),
      );
      const answer: DryRun = {
        diff: diffContents(before, content),
        affected: { ...affected, at: new Date(now).toISOString() },
      };
      const seen = { ...clock.headers(), ETag: changeTag(before, content) };
      return { status: 200, body: answer, headers: seen };
    },
  };
}

/** @throws Problem not-found */
function environmentOf({ space }: SpaceDocument, name: string): EnvironmentRef {
  const environment = environmentKeys.find((key) => key === name);
  if (environment !== undefined) return { spaceId: space.id, environment };
  throw new Problem(
    "not-found",
    `There is no environment "${name.slice(0, 40)}". Name development, staging or production.`,
  );
}

/** @throws Problem not-found */
function versionOf(text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  throw new Problem("not-found", `There is no version "${text.slice(0, 40)}".`);
}

/** @throws Problem invalid-query */
function cursorPlace(cursor: string | undefined): PublicationCursor | null {
  const [version, environment] = readCursor(cursor, 2) ?? [];
  if (version === undefined) return null;
  const place = cursorParts.safeParse({ version: Number(version), environment });
  if (!place.success) throw new Problem("invalid-query", "The cursor is not from this list.");
  return place.data;
}

const cursorParts = publication.pick({ version: true, environment: true });
