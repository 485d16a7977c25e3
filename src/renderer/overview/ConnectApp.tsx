import { Check } from "lucide-react";
import { Tabs } from "radix-ui";
import { type ReactNode, useRef, useState } from "react";
import { Link } from "wouter";
import type { SnippetFacts } from "../../core/codegen/first-event.ts";
import { type EnvironmentKey, environmentNames } from "../../core/primitives.ts";
import type { Rule } from "../../core/rule.ts";
import { routeAddress } from "../api/client.ts";
import { routeQuery } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import {
  inPlace,
  slowly,
  useEnvironmentsProblem,
  useStats,
  useStatus,
  useStatusProblem,
} from "../page/reads.ts";
import { type Here, HereContext, useHere, usePath, usePlace } from "../page/use-here.ts";
import { useFresh, useList, useUnread } from "../page/use-list.ts";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { EventName } from "../parts/EventName.tsx";
import { Icon } from "../parts/Icon.tsx";
import { Failed } from "../parts/PageState.tsx";
import { When } from "../parts/When.tsx";
import { isGroup, membersOf } from "../rules/rule-path.ts";
import { realNow } from "../text/platform-clock.ts";
import { LatestEvents } from "./LatestEvents.tsx";
import { snippets } from "./snippets.ts";

/** The way from a key to a first event, and on to what its sender gets, in numbered steps. */
export function ConnectApp() {
  const here = useHere();
  const [tool, setTool] = useState(snippets[0]?.id ?? "");
  const chosen = snippets.find((one) => one.id === tool);
  return (
    <Tabs.Root className="over-main" value={tool} onValueChange={setTool}>
      <div className="sec-bar inset">
        <h2 className="heading">Connect an app</h2>
        <span className="direction truncate">any tool that can send a request will do</span>
      </div>
      <Tabs.List className="tabs snippet-tabs" aria-label="Platform or tool">
        {snippets.map((one) => (
          <Tabs.Trigger key={one.id} value={one.id}>
            {one.name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      <HereContext value={chosen?.environment === undefined ? here : hereIn(chosen.environment, here)}>
        <Steps
          key={chosen?.environment ?? here.environment}
          where={chosen?.where ?? ""}
          isBound={chosen?.environment !== undefined}
        />
      </HereContext>
      <LatestEvents />
    </Tabs.Root>
  );
}

/** The same place in another environment: what some devices send is there, whatever the page shows. */
const hereIn = (environment: EnvironmentKey, here: Here): Here => ({
  ...here,
  environment,
  apiKey: here.environments.find(({ key }) => key === environment)?.apiKey ?? null,
});

interface StepsProps {
  /** Where the chosen snippet is to be pasted. */
  readonly where: string;
  /** Whether what it sends is in this environment with any key. */
  readonly isBound: boolean;
}

function Steps({ where, isBound }: StepsProps) {
  const { environment, apiKey, space } = useHere();
  const { client } = useConsole();
  const status = useStatus();
  const [copiedAt, setCopiedAt] = useState<string | null>(null);
  const hasEvents = (useStats().stats?.lastEvent ?? null) !== null;
  const key = `the ${environmentNames[environment]} key`;
  const selects = isBound
    ? `this platform is always in ${environmentNames[environment]}`
    : "it selects this environment";
  const copied = () => setCopiedAt(new Date(realNow()).toISOString());
  const facts =
    apiKey !== null && status !== null
      ? { apiKey, sdkUrl: status.sdkUrl, lanUrl: status.lanUrls[0] ?? null, spaceKey: space.key }
      : null;
  useFresh(routeQuery(client, "getStats", inPlace(usePlace())), slowly);
  return (
    <ol className="steps">
      <Step number={1} done={copiedAt !== null || hasEvents} title={`Copy ${key}`}>
        <span className="direction truncate">
          {copiedAt === null ? (
            selects
          ) : (
            <>
              copied at <When at={copiedAt} real />
            </>
          )}
        </span>
        <span className="spacer" />
        {apiKey !== null && (
          <CopyButton text={apiKey} label={`Copy ${key}`} words="Copy key" onCopied={copied} />
        )}
      </Step>
      <Step number={2} done={hasEvents} title="Send a first event">
        <span className="direction truncate">paste this {where}; the key is in it</span>
      </Step>
      <li className="step-body">
        <Snippets facts={facts} onCopied={copied} />
      </li>
      <FirstEvent number={3} />
      <MakeTribe number={4} />
      <SeeWhatTheyGet number={5} />
    </ol>
  );
}

interface SnippetsProps {
  /** Null until the key and the address are known. */
  readonly facts: SnippetFacts | null;
  readonly onCopied: () => void;
}

function Snippets({ facts, onCopied }: SnippetsProps) {
  const noKey = useEnvironmentsProblem();
  const noAddress = useStatusProblem();
  const problem = noKey ?? noAddress;
  if (facts === null && problem !== null)
    return (
      <Failed
        title={`The ${problem === noKey ? "key" : "address"} in it could not be read`}
        reason={problem.reason}
        onRetry={problem.again}
      />
    );
  return snippets.map((one) => (
    <Tabs.Content key={one.id} value={one.id} tabIndex={-1}>
      {facts === null ? (
        <span className="skeleton" />
      ) : (
        <CodeBlock
          code={one.code(facts)}
          label={`${one.name} snippet`}
          copyLabel={`Copy the ${one.name} snippet`}
          onCopied={onCopied}
        />
      )}
    </Tabs.Content>
  ));
}

/** Waits for the environment's first event and turns green by itself when it comes. */
function FirstEvent({ number }: { readonly number: number }) {
  const { stats, problem } = useStats();
  const to = usePath();
  const waited = useRef(false);
  // Above it is said why.
  if (stats === null && problem !== null) return null;
  if (stats === null) return <li className="step" aria-busy="true" />;
  const last = stats.lastEvent;
  if (last === null) {
    waited.current = true;
    return (
      <li className="step is-next">
        <span className="gutter">{number}</span>
        <span className="dot live" />
        <h3 className="heading">Waiting for your first event</h3>
        <span className="direction truncate">this line turns green by itself</span>
      </li>
    );
  }
  return (
    <li className={`step ${waited.current ? "is-cue" : "is-done"}`}>
      <span className="gutter">
        <Icon of={Check} size={14} />
      </span>
      <h3 className="heading">
        {waited.current ? <span role="status">Your first event is in</span> : "Events arrive"}
      </h3>
      <span className="truncate">
        <EventName name={last.name} />
      </span>
      <span className="text-2 truncate" title={last.who}>
        by {last.who}, <When at={last.receivedAt} />
      </span>
      <span className="spacer" />
      <Link className="btn btn-sm" href={to("events")}>
        Open Events
      </Link>
    </li>
  );
}

/** The step after the first event: an audience of those who do what its sender did. */
function MakeTribe({ number }: { readonly number: number }) {
  const last = useStats().stats?.lastEvent ?? null;
  const { canEdit } = useHere();
  const { tribes: list } = useConsole();
  const tribes = useList(list);
  const unread = useUnread("The Tribes", list);
  const to = usePath();
  if (last === null) return null;
  const done = tribes?.some(({ rules }) => countsEvents(rules)) === true;
  return (
    <li className={`step ${done ? "is-done" : tribes === null ? "" : "is-next"}`}>
      <span className="gutter">{done ? <Icon of={Check} size={14} /> : number}</span>
      <h3 className="heading">Create a Tribe of everybody who does that</h3>
      <About unread={unread}>an audience that keeps itself up to date</About>
      <span className="spacer" />
      {canEdit && tribes !== null && !done && (
        <Link
          className="btn btn-sm"
          href={`${to("tribes", "new")}?${new URLSearchParams({ event: last.name })}`}
          aria-label={`New Tribe of ${last.name}`}
          title={`New Tribe of ${last.name}`}
        >
          New Tribe
        </Link>
      )}
    </li>
  );
}

const countsEvents = (rule: Rule): boolean =>
  "event" in rule ||
  ("not" in rule ? countsEvents(rule.not) : isGroup(rule) && membersOf(rule).some(countsEvents));

/** The last step: what the sender of the event is shown, and why. */
function SeeWhatTheyGet({ number }: { readonly number: number }) {
  const last = useStats().stats?.lastEvent ?? null;
  const { collections: list } = useConsole();
  const collections = useList(list);
  const unread = useUnread("The Collections", list);
  const isEmpty = collections?.length === 0;
  // Preview goes by keys where they can't be read.
  const isKnown = collections !== null || unread !== null;
  const to = usePath();
  if (last === null) return null;
  return (
    <li className="step is-next">
      <span className="gutter">{number}</span>
      <h3 className="heading truncate">See what {last.who} gets</h3>
      <About unread={unread}>
        {isKnown &&
          (isEmpty ? "nothing yet: what apps show is in Collections" : "each Experience, with its reason")}
      </About>
      <span className="spacer" />
      {isKnown && (
        <Link
          className="btn btn-sm btn-primary"
          href={isEmpty ? to("collections") : routeAddress(to("preview"), {}, { user: last.who })}
        >
          {isEmpty ? "Open Collections" : "Open Preview"}
        </Link>
      )}
    </li>
  );
}

interface AboutProps {
  /** Why it can't be said, as a sentence. */
  readonly unread: string | null;
  readonly children: ReactNode;
}

/** What a step is for, or why that is not known. */
const About = ({ unread, children }: AboutProps) => (
  <span
    className={`${unread === null ? "direction" : "field-error"} truncate`}
    role={unread === null ? undefined : "alert"}
    title={unread ?? undefined}
  >
    {unread ?? children}
  </span>
);

interface StepProps {
  readonly number: number;
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

/** A numbered step; done, its number is a tick. */
function Step({ number, done, title, children }: StepProps) {
  return (
    <li className={`step ${done ? "is-done" : ""}`}>
      <span className="gutter">{done ? <Icon of={Check} size={14} /> : number}</span>
      <h3 className="heading">{title}</h3>
      {children}
    </li>
  );
}
