interface FactProps {
  readonly name: string;
  /** Undefined: the event does not have it, and the line is left out. */
  readonly children: string | undefined;
  readonly after?: string | undefined;
  /** Belongs to the line above. */
  readonly nested?: boolean;
  /** Words about the event, not its data. */
  readonly plain?: boolean;
}

/** One line of an event's facts. */
export function Fact({ name, children, after, nested = false, plain = false }: FactProps) {
  if (children === undefined) return null;
  return (
    <div className={nested ? "is-nested" : ""}>
      <dt className="truncate" title={name}>
        {name}
      </dt>
      <dd className="truncate" title={children}>
        <span className={plain ? "muted" : "mono"}>{children}</span>
        {after !== undefined && <span className="muted"> {after}</span>}
      </dd>
    </div>
  );
}
