import { useEffect, useState } from "react";
import { Link } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { type EnvironmentKey, environmentKeys } from "../../core/primitives.ts";
import type { Publication } from "../../core/publication.ts";
import { useConsole } from "../app/console-context.ts";
import { usePath, usePlace } from "../app/use-here.ts";
import { useList } from "../app/use-list.ts";
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
  const [told, setTold] = useState<ReadonlyMap<string, Publication>>(new Map());
  const key = recent.map(({ collection, publishedAt }) => collection.id + publishedAt).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` is what of `recent` matters.
  useEffect(() => {
    const asked = new AbortController();
    const read = async ({ collection, environment }: Recent) => {
      const params = { spaceId, collectionId: collection.id };
      const query = { environment, limit: 1 };
      const { data } = await client.call("listPublications", { params, query, signal: asked.signal });
      return data.map((one) => [`${collection.id}/${environment}`, one] as const);
    };
    Promise.all(recent.map(read))
      .then((all) => setTold(new Map(all.flat())))
      .catch(() => {
        // What is known of them is in the list already.
      });
    return () => asked.abort();
  }, [client, spaceId, key]);
  return told;
}
