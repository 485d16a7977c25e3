/** The revision asterisk: what differs, always with its words. */
export function Rev({ words }: { readonly words: string }) {
  return (
    <span className="rev" title={words}>
      <span aria-hidden="true">*</span>
      <span className="sr">{words}</span>
    </span>
  );
}
