import type { ReactNode } from "react";
import { Link } from "wouter";
import { pagePath } from "../page/pages.ts";
import { useStats } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { Failed } from "../parts/PageState.tsx";
import { currentRate, Spark } from "../parts/Spark.tsx";
import { count, rate } from "../text/format.ts";

/** The environment in four figures, live. */
export function Figures() {
  const { stats, problem, again } = useStats();
  const { space, environment } = useHere();
  if (stats === null && problem !== null)
    return (
      <div className="inset page-empty">
        <Failed title="The figures could not be read" reason={problem} onRetry={again} />
      </div>
    );
  const events = pagePath({ spaceKey: space.key, environment }, "events");
  return (
    <div className="figs inset">
      <Figure value={stats && rate(currentRate(stats.rate))} words="events a second">
        {stats !== null && <Spark values={stats.rate} />}
      </Figure>
      <Figure value={stats && count(stats.sessions)} words="sessions connected" />
      <Figure value={stats && count(stats.events)} words="events kept" />
      <Figure value={stats && count(stats.rejected)} words="rejected">
        {stats !== null && stats.rejected > 0 && (
          <Link className="link small" href={`${events}?status=rejected`}>
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
