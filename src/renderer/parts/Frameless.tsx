import type { ReactNode } from "react";

interface FramelessProps {
  readonly title: string;
  /** Whether it stands in for a page within the frame, which is the document's one main part. */
  readonly inFrame?: boolean;
  readonly children: ReactNode;
}

/** A page outside of any Space: four spike marks on a bare stage, a title, a way on. */
export function Frameless({ title, inFrame = false, children }: FramelessProps) {
  const Part = inFrame ? "div" : "main";
  return (
    <Part className={inFrame ? "bare is-in-frame" : "bare"}>
      <div className="empty bare-card">
        <p className="bare-brand">
          <Brand /> Understudy
        </p>
        <h1 className="title">{title}</h1>
        {children}
      </div>
    </Part>
  );
}

/** The mark: a lead, and a second inside it. */
export function Brand() {
  return (
    <svg className="brand" viewBox="0 0 20 20" aria-hidden="true">
      <path className="lead" d="M3 2.5v7.25a7 7 0 0 0 14 0V2.5" />
      <path className="second" d="M7.4 2.5v7.25a2.6 2.6 0 0 0 5.2 0V2.5" />
    </svg>
  );
}
