import { Tabs } from "radix-ui";
import { useState } from "react";
import { environmentNames } from "../../core/primitives.ts";
import { useStats, useStatus } from "../page/reads.ts";
import { useHere } from "../page/use-here.ts";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { moment } from "../text/format.ts";
import { FirstEvent } from "./FirstEvent.tsx";
import { LatestEvents } from "./LatestEvents.tsx";
import { SeeWhatTheyGet } from "./SeeWhatTheyGet.tsx";
import { Step } from "./Step.tsx";
import { type SnippetFacts, snippets } from "./snippets.ts";

/** The way from a key to a first event, in numbered steps. */
export function ConnectApp() {
  const { apiKey, space } = useHere();
  const status = useStatus();
  const [copiedAt, setCopiedAt] = useState<string | null>(null);
  const [tool, setTool] = useState(snippets[0]?.id ?? "");
  const copied = () => setCopiedAt(new Date().toISOString());
  const facts =
    apiKey !== null && status !== null
      ? { apiKey, sdkUrl: status.sdkUrl, lanUrl: status.lanUrls[0] ?? null, spaceKey: space.key }
      : null;

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
      <ol className="steps">
        <KeySteps
          copiedAt={copiedAt}
          onCopied={copied}
          where={snippets.find((one) => one.id === tool)?.where ?? ""}
        />
        <li className="step-body">
          <Snippets facts={facts} onCopied={copied} />
        </li>
        <FirstEvent number={3} />
        <SeeWhatTheyGet number={4} />
      </ol>
      <LatestEvents />
    </Tabs.Root>
  );
}

interface KeyStepsProps {
  readonly copiedAt: string | null;
  readonly onCopied: () => void;
  /** Where the chosen snippet is to be pasted. */
  readonly where: string;
}

function KeySteps({ copiedAt, onCopied, where }: KeyStepsProps) {
  const { environment, apiKey } = useHere();
  const hasEvents = (useStats().stats?.lastEvent ?? null) !== null;
  const key = `the ${environmentNames[environment]} key`;
  return (
    <>
      <Step number={1} done={copiedAt !== null || hasEvents} title={`Copy ${key}`}>
        <span className="direction truncate">
          {copiedAt === null ? "it selects this environment" : `copied at ${moment(copiedAt)}`}
        </span>
        <span className="spacer" />
        {apiKey !== null && (
          <CopyButton text={apiKey} label={`Copy ${key}`} words="Copy key" onCopied={onCopied} />
        )}
      </Step>
      <Step number={2} done={hasEvents} title="Send a first event">
        <span className="direction truncate">paste this {where}; the key is in it</span>
      </Step>
    </>
  );
}

interface SnippetsProps {
  /** Null until the key and the address are known. */
  readonly facts: SnippetFacts | null;
  readonly onCopied: () => void;
}

function Snippets({ facts, onCopied }: SnippetsProps) {
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
