export interface FailedProps {
  /** What could not be shown: "The Tribes could not be loaded". */
  readonly title: string;
  readonly reason: string;
  readonly onRetry: () => void;
}

/** Something could not be loaded: why, and the way to try again. */
export function Failed({ title, reason, onRetry }: FailedProps) {
  return (
    <div className="empty" role="alert">
      <h2 className="heading">{title}</h2>
      <p className="text-2">{reason}</p>
      <button type="button" className="btn btn-sm" onClick={onRetry}>
        Try again
      </button>
    </div>
  );
}
