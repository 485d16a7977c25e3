/** Keys and their values in one line, a gap between them; a comma for those who hear or copy them. */
export const Pairs = ({ of }: { readonly of: readonly { readonly key: string; readonly value: string }[] }) =>
  of.map(({ key, value }, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: pairs have fixed places, and their keys may repeat.
    <span key={place}>
      {place > 0 && <span className="sr">, </span>}
      <i>{key}</i> {value}
    </span>
  ));
