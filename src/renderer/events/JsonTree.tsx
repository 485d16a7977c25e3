/** JSON that can be folded: what is in an object or a list stands below its name. */
export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <section className="json-tree mono" aria-label={label}>
      <Members value={value} />
    </section>
  );
}

const isBranch = (value: unknown): value is object => typeof value === "object" && value !== null;

function Members({ value }: { readonly value: unknown }) {
  if (!isBranch(value)) return <Leaf value={value} />;
  return (
    <ul>
      {Object.entries(value).map(([name, member]) => (
        <li key={name}>
          {isBranch(member) ? (
            <details open>
              <summary>
                <span className="json-name">{name}</span> <span className="muted">{sizeWords(member)}</span>
              </summary>
              <Members value={member} />
            </details>
          ) : (
            <>
              <span className="json-name">{name}</span> <Leaf value={member} />
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

const Leaf = ({ value }: { readonly value: unknown }) => (
  <span className={typeof value === "string" ? "" : "json-word"}>
    {typeof value === "string" && value !== "" ? value : JSON.stringify(value)}
  </span>
);

const sizeWords = (value: object): string =>
  Array.isArray(value) ? `${value.length} in a list` : `${Object.keys(value).length} members`;
