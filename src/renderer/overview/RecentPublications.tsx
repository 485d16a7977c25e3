import { useQueries } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import type { Publication } from "../../core/publication.ts";
import { useConsole } from "../page/console-context.ts";
import { usePath, usePlace } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { moment } from "../text/format.ts";

const shown = 5;

interface Recent {
  readonly collection: Collection;
  readonly environment: EnvironmentKey;
  readonly publishedAt: string;
}

/** What was published last, in any environment. Absent while nothing was. */
export function RecentPublications() {
  const collections = useList(useConsole().collections);
  const recent = newest(collections ?? []);
  const told = usePublications(recent);
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
        {recent.map(({ collection, environment, publishedAt }) => {
          const publication = told.get(`${collection.id}/${environment}`);
          return (
            <li key={`${collection.id}/${environment}`}>
              <div className="recent-line">
                <Link className="link-row strong truncate" href={to("collections", collection.key)}>
                  {collection.name}
                </Link>
                <span className="num small">version {collection.status[environment].version}</span>
                <EnvironmentName of={environment} />
              </div>
              <div className="recent-line">
                <span className="direction truncate">{publication?.note ?? ""}</span>
                <span className="num small r">
                  {publication === undefined ? "" : `${publication.publishedBy}, `}
                  {moment(publishedAt)}
                </span>
              </div>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function newest(collections: readonly Collection[]): readonly Recent[] {
  return collections
    .flatMap((collection) =>
      environmentKeys.map((environment) => ({
        collection,
        environment,
        publishedAt: collection.status[environment].publishedAt,
      })),
    )
    .filter((one): one is Recent => one.publishedAt !== null)
    .sort((a, b) => (a.publishedAt < b.publishedAt ? 1 : -1))
    .slice(0, shown);
}

/** Who published each and why; read again when one of them is newer. */
function usePublications(recent: readonly Recent[]): ReadonlyMap<string, Publication> {
  const { client } = useConsole();
  const { spaceId } = usePlace();
  return useQueries({
    queries: recent.map(({ collection, environment, publishedAt }) => {
      const read = { params: { spaceId, collectionId: collection.id }, query: { environment, limit: 1 } };
      // A newer publication is another question.
      const queryKey = ["listPublications", read, publishedAt] as const;
      return {
        queryKey,
        queryFn: () => client.call("listPublications", read),
        staleTime: Number.POSITIVE_INFINITY,
      };
    }),
    combine: (told) =>
      new Map(
        told.flatMap(({ data }, at) => {
          const [publication, its] = [data?.data[0], recent[at]];
          return publication && its
            ? [[`${its.collection.id}/${its.environment}`, publication] as const]
            : [];
        }),
      ),
  });
}
