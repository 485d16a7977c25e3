import { useQueries } from "@tanstack/react-query";
import { Wifi } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { Collection } from "../../core/collection.ts";
import { environmentKeys, environmentNames } from "../../core/primitives.ts";
import type { Publication } from "../../core/publication.ts";
import { useConsole } from "../page/console-context.ts";
import { useEnvironmentsProblem, useStats } from "../page/reads.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useList } from "../page/use-list.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Failed } from "../parts/PageState.tsx";
import { currentRate, Spark } from "../parts/Spark.tsx";
import { KeyGrace, When } from "../parts/When.tsx";
import { count, maskedKey, rate } from "../text/format.ts";
import { ConnectApp } from "./ConnectApp.tsx";

/** A Space at a glance: is it alive, and how does an app get to it. */
export function OverviewPage() {
  const { space, environment } = useHere();
  const to = usePath();
  return (
    <div className="stage-col ruled overview">
      <div className="scroll ruled">
        <div className="page-head">
          <h1 className="title truncate">{space.name}</h1>
          <span className="direction">in {environmentNames[environment]}</span>
          <span className="spacer" />
          <Link className="btn btn-quiet" href={`${to("settings")}#network`}>
            <Icon of={Wifi} />
            Pair a phone or TV
          </Link>
        </div>
        <Figures />
        <div className="over-grid">
          <ConnectApp />
          <div className="over-side">
            <KeysCard />
            <RecentPublications />
          </div>
        </div>
      </div>
    </div>
  );
}

/** The environment in four figures, live. */
function Figures() {
  const { stats, problem, again } = useStats();
  const to = usePath();
  if (stats === null && problem !== null)
    return <Failed page title="The figures could not be read" reason={problem} onRetry={again} />;
  return (
    <div className="figs inset">
      <Figure value={stats && rate(currentRate(stats.rate))} words="events a second">
        {stats !== null && <Spark values={stats.rate} />}
      </Figure>
      <Figure value={stats && count(stats.sessions)} words="sessions connected" />
      <Figure
        value={stats && count(stats.events)}
        words={stats?.events === 1 ? "event kept" : "events kept"}
      />
      <Figure value={stats && count(stats.rejected)} words="rejected">
        {stats !== null && stats.rejected > 0 && (
          <Link className="link small" href={`${to("events")}?status=rejected`}>
            See why
          </Link>
        )}
      </Figure>
    </div>
  );
}

interface FigureProps {
  readonly value: string | null;
  readonly words: string;
  readonly children?: ReactNode;
}

function Figure({ value, words, children }: FigureProps) {
  return (
    <div className="fig">
      <span className="fig-n num">{value ?? <span className="skeleton fig-skeleton" />}</span>
      {children}
      <span className="fig-l">{words}</span>
    </div>
  );
}

/** The three API keys, to copy; rotating is done in Settings. */
function KeysCard() {
  const { environments } = useHere();
  const problem = useEnvironmentsProblem();
  const to = usePath();
  return (
    <section className="card" aria-labelledby="keys-title">
      <div className="card-head">
        <h2 className="heading" id="keys-title">
          API keys
        </h2>
        <span className="spacer" />
        <Link className="link small link-row" href={`${to("settings")}#keys`}>
          Rotate in Settings
        </Link>
      </div>
      <ul className="keys">
        {problem !== null && (
          <li>
            <ProblemLine>The keys could not be read. {problem.reason}</ProblemLine>
          </li>
        )}
        {environments.map((one) => (
          <li key={one.key}>
            <div className="key-row">
              <EnvironmentName of={one.key} />
              <span className="spacer" />
              <span className="mono text-2">{maskedKey(one.apiKey)}</span>
              <CopyButton text={one.apiKey} label={`Copy the ${environmentNames[one.key]} key`} />
            </div>
            <KeyGrace until={one.previousKeyUntil} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const shown = 5;

interface Recent {
  readonly collection: Collection;
  readonly publication: Publication;
}

/** What was published last, in any environment. Absent while nothing was. */
function RecentPublications() {
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
