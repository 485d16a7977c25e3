import type { ReactNode } from "react";

interface EmptyProps {
  /** What is not there: "No Tribe yet". */
  readonly title: string;
  /** One sentence that teaches. */
  readonly children: ReactNode;
  /** The one way on. */
  readonly action?: ReactNode;
}

/** An empty state: four spike marks, one sentence, one action. */
export function Empty({ title, children, action }: EmptyProps) {
  return (
    <div className="empty">
      <h2 className="heading">{title}</h2>
      <p className="text-2">{children}</p>
      {action}
    </div>
  );
}
