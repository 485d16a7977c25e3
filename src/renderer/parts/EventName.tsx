/** An event's name with its group set back. */
export function EventName({ name }: { readonly name: string }) {
  const slash = name.indexOf("/") + 1;
  return (
    <span className="mono event-name">
      <span className="g">{name.slice(0, slash)}</span>
      {name.slice(slash)}
    </span>
  );
}
