import { Check } from "lucide-react";
import { Tabs } from "radix-ui";
import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { environmentNames } from "../../core/primitives.ts";
import { useConsole } from "../app/console-context.ts";
import { useHere } from "../app/use-here.ts";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { moment } from "../text/format.ts";
import { FirstEvent } from "./FirstEvent.tsx";
import { LatestEvents } from "./LatestEvents.tsx";
import { snippets } from "./snippets.ts";

/** The way from a key to a first event, in numbered steps. */
export function ConnectApp() {
  const { environment, apiKey } = useHere();
  const { server, stats } = useConsole();
  const status = useStore(server, (state) => state.status);
  const hasEvents = useStore(stats, (state) => state.stats !== null && state.stats.lastEvent !== null);
  const [copiedAt, setCopiedAt] = useState<string | null>(null);
  const [tool, setTool] = useState(snippets[0]?.id ?? "");
  const snippet = snippets.find((one) => one.id === tool);
  const copied = () => setCopiedAt(new Date().toISOString());
  const facts = apiKey !== null && status !== null ? { apiKey, sdkUrl: status.sdkUrl } : null;

  return (
    <Tabs.Root className="over-main" value={tool} onValueChange={setTool}>
      <div className="sec-bar inset">
        <h2 className="heading">Connect an app</h2>
        <span className="direction truncate">any tool that can send a request will do</span>
        <span className="spacer" />
        <Tabs.List className="seg" aria-label="Tool">
          {snippets.map((one) => (
            <Tabs.Trigger key={one.id} value={one.id}>
              {one.name}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      </div>
      <ol className="steps">
        <Step
          number={1}
          done={copiedAt !== null || hasEvents}
          title={`Copy the ${environmentNames[environment]} key`}
        >
          <span className="direction truncate">
            {copiedAt === null ? "it selects this environment" : `copied at ${moment(copiedAt)}`}
          </span>
          <span className="spacer" />
          {apiKey !== null && (
            <CopyButton
              text={apiKey}
              label={`Copy the ${environmentNames[environment]} key`}
              words="Copy key"
              onCopied={copied}
            />
          )}
        </Step>
        <Step number={2} done={hasEvents} title="Send a first event">
          <span className="direction truncate">paste this {snippet?.where}; the key is in it</span>
        </Step>
        <li className="step-body">
          {snippets.map((one) => (
            <Tabs.Content key={one.id} value={one.id} tabIndex={-1}>
              {facts === null ? (
                <span className="skeleton" />
              ) : (
                <CodeBlock
                  code={one.code(facts)}
                  label={`${one.name} snippet`}
                  copyLabel={`Copy the ${one.name} snippet`}
                  onCopied={copied}
                />
              )}
            </Tabs.Content>
          ))}
        </li>
        <FirstEvent number={3} />
      </ol>
      <LatestEvents />
    </Tabs.Root>
  );
}

interface StepProps {
  readonly number: number;
  readonly done: boolean;
  readonly title: string;
  readonly children: ReactNode;
}

function Step({ number, done, title, children }: StepProps) {
  return (
    <li className={`step ${done ? "is-done" : ""}`}>
      <span className="gutter">{done ? <Icon of={Check} size={14} /> : number}</span>
      <h3 className="heading">{title}</h3>
      {children}
    </li>
  );
}
