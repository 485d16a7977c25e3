import { Wifi } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "wouter";
import { environmentNames } from "../../core/primitives.ts";
import { useEnvironmentsProblem, useStats } from "../page/reads.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Failed } from "../parts/PageState.tsx";
import { currentRate, Spark } from "../parts/Spark.tsx";
import { KeyGrace } from "../parts/When.tsx";
import { count, maskedKey, rate } from "../text/format.ts";
import { ConnectApp } from "./ConnectApp.tsx";
import { RecentPublications } from "./RecentPublications.tsx";

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
