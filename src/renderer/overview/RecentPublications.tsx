import { useQueries } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { environmentKeys } from "../../core/primitives.ts";
import type { Publication } from "../../core/publication.ts";
import { useConsole } from "../page/console-context.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { When } from "../parts/When.tsx";

const shown = 5;

interface Recent {
  readonly collection: Collection;
  readonly publication: Publication;
}

/** What was published last, in any environment. Absent while nothing was. */
export function RecentPublications() {
  const collections = useList(useConsole().collections);
  const recent = useRecent(collections ?? []);
  const to = usePath();
  if (recent.length === 0) return null;
  return (
    <section className="card" aria-labelledby="recent-title">
      <div className="card-head">
        <h2 className="heading" id="recent-title">
          Recent publications
        </h2>
      </div>
      <ul className="recent">
        {recent.map(
          ({ collection, publication: { id, version, environment, note, publishedBy, publishedAt } }) => (
            <li key={id}>
              <div className="recent-line">
                <Link
                  className="link-row strong truncate"
                  href={to("collections", collection.key)}
                  title={collection.name}
                >
                  {collection.name}
                </Link>
                <span className="num small">version {version}</span>
                <EnvironmentName of={environment} />
              </div>
              <div className="recent-line">
                <span className="direction truncate">{note}</span>
                <span className="num small r">
                  {publishedBy}, <When at={publishedAt} />
                </span>
              </div>
            </li>
          ),
        )}
      </ul>
    </section>
  );
}

/** The histories in which the latest publications are: no other can have one of them. */
const latestOf = (collections: readonly Collection[]) =>
  collections
    .flatMap((collection) =>
      environmentKeys.map((environment) => ({
        collection,
        environment,
        publishedAt: collection.status[environment].publishedAt ?? "",
      })),
    )
    .filter(({ publishedAt }) => publishedAt !== "")
    .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .slice(0, shown);

/** The latest of all Collections and environments; read again when one of them has a newer one. */
function useRecent(collections: readonly Collection[]): readonly Recent[] {
  const { client } = useConsole();
  const { spaceId } = usePlace();
  const latest = latestOf(collections);
  return useQueries({
    queries: latest.map(({ collection, environment, publishedAt }) => {
      const read = { params: { spaceId, collectionId: collection.id }, query: { environment, limit: shown } };
      // A newer publication is another question.
      const queryKey = ["listPublications", read, publishedAt] as const;
      return {
        queryKey,
        queryFn: () => client.call("listPublications", read),
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
    combine: (told) =>
      newestOf(
        told.map(({ data }, at) => {
          const collection = latest[at]?.collection;
          return collection === undefined || data === undefined
            ? []
            : data.data.map((publication) => ({ collection, publication }));
        }),
      ),
  });
}

/**
 * The newest of several histories. Each has its own order, in which its publications were made: where the clock was set back
 * between two, their times stand the other way round.
 */
export function newestOf(histories: readonly (readonly Recent[])[]): readonly Recent[] {
  const heads = histories.filter((history) => history.length > 0);
  const newest: Recent[] = [];
  while (newest.length < shown) {
    const at = (history: readonly Recent[]) => history[newest.filter((one) => history.includes(one)).length];
    const [first] = heads
      .flatMap((history) => at(history) ?? [])
      .sort((a, b) => (a.publication.publishedAt < b.publication.publishedAt ? 1 : -1));
    if (first === undefined) break;
    newest.push(first);
  }
  return newest;
}
