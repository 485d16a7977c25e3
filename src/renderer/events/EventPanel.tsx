import { Check, TriangleAlert, X } from "lucide-react";
import { type Event, metadataPairs } from "../../core/event.ts";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { count, moment, preciseTime } from "../text/format.ts";
import { refusal, remedies } from "./event-words.ts";
import { Fact } from "./Fact.tsx";

interface EventPanelProps {
  readonly event: Event;
  readonly onClose: () => void;
}

/** One event in full: why it was refused, its facts, and the JSON. */
export function EventPanel({ event, onClose }: EventPanelProps) {
  const { original, ...told } = event;
  const raw = JSON.stringify(told, null, 2);
  return (
    <aside
      className="panel event-panel"
      aria-label={`Event ${count(event.sequence)}`}
      onKeyDown={(pressed) => {
        if (pressed.key === "Escape") onClose();
      }}
    >
      <div className="panel-head">
        <h2 className="mono strong panel-name truncate" title={event.name}>
          {event.name}
        </h2>
        <StatusBadge status={event.status} />
        <span className="spacer" />
        <button type="button" className="btn btn-icon btn-sm" aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </button>
      </div>
      <div className="scroll">
        {event.problem !== undefined && <Refusal event={event} problem={event.problem} />}
        <Facts event={event} json={raw} />
        <RawSection
          title="Raw"
          about={`${count(new TextEncoder().encode(JSON.stringify(told)).length)} bytes`}
          code={raw}
        />
        {original !== undefined && (
          <RawSection
            title="As received"
            about="before it was mapped"
            code={JSON.stringify(original, null, 2)}
          />
        )}
      </div>
    </aside>
  );
}

function StatusBadge({ status }: { readonly status: Event["status"] }) {
  const accepted = status === "accepted";
  return (
    <span className={`badge ${accepted ? "badge-success" : "badge-danger"}`}>
      <Icon of={accepted ? Check : TriangleAlert} size={12} />
      {accepted ? "Accepted" : "Rejected"}
    </span>
  );
}

function Refusal({
  event,
  problem,
}: {
  readonly event: Event;
  readonly problem: NonNullable<Event["problem"]>;
}) {
  return (
    <section className="refusal">
      <h3 className="heading">{refusal(event)}.</h3>
      <p>{remedies[problem.code] ?? ""}</p>
      <p className="direction small">{problem.detail}</p>
    </section>
  );
}

function Facts({ event, json }: { readonly event: Event; readonly json: string }) {
  const pairs = metadataPairs(event.metadata);
  const delay = Date.parse(event.receivedAt) - Date.parse(event.time);
  return (
    <section>
      <div className="sec-head">
        <h3 className="heading">Event</h3>
        <span className="spacer" />
        <CopyButton text={json} label="Copy event as JSON" />
      </div>
      <dl className="kv">
        <Fact name="sequence">{String(event.sequence)}</Fact>
        <Fact name="time" after={delayWords(delay)}>
          {sameDayTime(event.time)}
        </Fact>
        <Fact name="userId">{event.userId}</Fact>
        <Fact name="anonymousId">{event.anonymousId}</Fact>
        <Fact name="sessionId">{event.sessionId}</Fact>
        <Fact name="experienceId">{event.experienceId}</Fact>
        <Fact name="metadata" plain>
          {pairs.length === 0 ? "none" : pairs.length === 1 ? "1 pair" : `${pairs.length} pairs`}
        </Fact>
        {pairs.map(({ key, value }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: pairs have fixed places, and their keys may repeat.
          <Fact key={place} name={key} nested>
            {value}
          </Fact>
        ))}
        <Fact name="source">{event.source}</Fact>
        <Fact name="sdk">{event.sdk && `${event.sdk.name} ${event.sdk.version}`}</Fact>
      </dl>
    </section>
  );
}

const sameDayTime = (iso: string): string => {
  const today = new Date(iso).toDateString() === new Date().toDateString();
  return today ? preciseTime(iso) : `${moment(iso)}:${preciseTime(iso).slice(6)}`;
};

/** How long an event was under way. */
function delayWords(ms: number): string | undefined {
  if (ms < 1) return undefined;
  return ms < 1000 ? `+${ms} ms` : `+${count(Math.round(ms / 1000))} s`;
}

interface RawSectionProps {
  readonly title: string;
  readonly about: string;
  readonly code: string;
}

function RawSection({ title, about, code }: RawSectionProps) {
  return (
    <section>
      <div className="sec-head">
        <h3 className="heading">{title}</h3>
        <span className="muted small num">{about}</span>
      </div>
      <CodeBlock code={code} label={`${title} JSON`} copyLabel={`Copy the ${title.toLowerCase()} JSON`} />
    </section>
  );
}
