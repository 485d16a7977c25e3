import "./why.css";
import { X } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useLocalKeys } from "../page/use-local-keys.ts";
import { Icon } from "../parts/Icon.tsx";

interface ReasonsPanelProps {
  /** The id of what it tells of: what opened it has that as its `data-why`, and gets the focus back. */
  readonly of: string;
  readonly title: string;
  /** Behind the title, such as the editor's address. */
  readonly action?: ReactNode;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A panel beside a list that tells why. Takes the focus when it opens for another thing; Escape closes it. */
export function ReasonsPanel({ of, title, action, onClose, children }: ReasonsPanelProps) {
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
        {action}
        <button type="button" className="btn btn-icon btn-sm" aria-label="Close reasons" onClick={close}>
          <Icon of={X} />
        </button>
      </div>
      <div className="scroll">{children}</div>
    </aside>
  );
}
