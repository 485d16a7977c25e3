import "./why.css";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { IconButton } from "../parts/Button.tsx";
import { CodeBlock } from "../parts/CodeBlock.tsx";
import { uniqueKeys } from "../parts/unique-keys.ts";
import type { Condition } from "./condition.ts";
import { remedyOf } from "./remedy.ts";
import type { NameOf } from "./sentence-piece.ts";

interface ReasonsPanelProps {
  /** The id of what it tells of: what opened it has that as its `data-why`, and gets the focus back. */
  readonly of: string;
  readonly title: string;
  /** They are of the subject before. */
  readonly isOld?: boolean;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel beside a list that tells why. Takes the focus when it opens for another thing; Escape closes it. */
export function ReasonsPanel({ of, title, isOld = false, onClose, children }: ReasonsPanelProps) {
  const close = () => {
    onClose();
    const opener = document.querySelector<HTMLElement>(`[data-why="${CSS.escape(of)}"]`);
    opener?.focus({ preventScroll: true });
  };
  const head = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another title is another subject.
  useEffect(() => head.current?.focus({ preventScroll: true }), [title]);
  const press = useLocalKeys("In the reasons", [{ title: "Close them", keys: ["Escape"], run: close }]);
  return (
    <aside
      className="panel why-panel"
      aria-label={title}
      onKeyDown={(pressed) => press(pressed) && pressed.stopPropagation()}
    >
      <div className="panel-head">
        <h2 className="heading truncate" tabIndex={-1} ref={head} title={title}>
          {title}
        </h2>
        <span className="spacer" />
        <IconButton icon={X} label="Close reasons" size={16} onClick={close} />
      </div>
      <div className={isOld ? "scroll decided-before" : "scroll"} aria-busy={isOld}>
        {children}
      </div>
    </aside>
  );
}

/** The same as the API tells it, behind a disclosure. */
export function RawJson({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <details className="raw-json">
      <summary>As JSON</summary>
      <CodeBlock code={JSON.stringify(value, null, 2)} label={label} copyLabel={`Copy ${label}`} />
    </details>
  );
}

interface RemediesProps {
  readonly condition: Condition;
  readonly nameOf: NameOf;
  /** When it was decided, RFC 3339. */
  readonly at: string;
}

/** What would change a verdict: the next thing that a person would have to be or do. */
export function Remedies({ condition, nameOf, at }: RemediesProps) {
  const remedy = remedyOf(condition, { nameOf, at: Date.parse(at) });
  if (remedy === null) return null;
  const [only] = remedy.steps;
  const keys = uniqueKeys(remedy.steps);
  return (
    <div className="why-remedy">
      {remedy.steps.length === 1 ? (
        <p>
          <span className="label">To match</span> {only}
        </p>
      ) : (
        <>
          <p className="label">To match, {remedy.need === "one" ? "one of" : "all of"}</p>
          <ul>
            {remedy.steps.map((step, place) => (
              <li key={keys[place]}>{step}</li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
