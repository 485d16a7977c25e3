import { type ReactNode, useId } from "react";

interface SectionProps {
  /** Where an address with `#` leads. */
  readonly id?: string;
  readonly title: string;
  /** What it is about, in one line. */
  readonly about: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** One part of Settings, with its heading and at most one action. */
export function Section({ id: anchor, title, about, action, children }: SectionProps) {
  const id = useId();
  return (
    <section className="set-section inset" id={anchor} aria-labelledby={id}>
      <div className="set-head">
        <h2 className="heading" id={id}>
          {title}
        </h2>
        <span className="direction truncate">{about}</span>
        <span className="spacer" />
        {action}
      </div>
      {children}
    </section>
  );
}
