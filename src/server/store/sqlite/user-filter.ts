/** A condition on rows of `users`, as SQL with its parameters. */
export interface UserFilter {
  readonly sql: string;
  readonly values: readonly string[];
}

export const allUsers: UserFilter = { sql: "1", values: [] };

/** Those with `q` in their id or their fields, whatever its case, and with the label. */
export function userFilter({
  q,
  label,
}: {
  readonly q: string | null;
  readonly label: string | null;
}): UserFilter {
  const parts: UserFilter[] = [];
  if (q !== null) {
    const sql = "(instr(lower(id), ?) > 0 OR instr(lower(fields), ?) > 0)";
    parts.push({ sql, values: [q.toLowerCase(), q.toLowerCase()] });
  }
  if (label !== null)
    parts.push({ sql: "EXISTS (SELECT 1 FROM json_each(labels) WHERE value = ?)", values: [label] });
  if (parts.length === 0) return allUsers;
  return {
    sql: `(${parts.map((part) => part.sql).join(" AND ")})`,
    values: parts.flatMap((part) => part.values),
  };
}
