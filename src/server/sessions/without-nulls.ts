/** A JSON object without its null members, which many serializers write for what is absent; any other value as it is. */
export function withoutNulls(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value);
  const kept = members.filter(([, member]) => member !== null);
  return kept.length === members.length ? value : Object.fromEntries(kept);
}
