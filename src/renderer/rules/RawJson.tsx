import { CodeBlock } from "../parts/CodeBlock.tsx";

/** The same as the API tells it, behind a disclosure. */
export function RawJson({ value, label }: { readonly value: unknown; readonly label: string }) {
  return (
    <details className="raw-json">
      <summary>As JSON</summary>
      <CodeBlock code={JSON.stringify(value, null, 2)} label={label} copyLabel={`Copy ${label}`} />
    </details>
  );
}
