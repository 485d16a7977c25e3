import { type Sought, soughtIn, sqlWithoutEscapes } from "../text-search.ts";

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
  if (q !== null) parts.push(join(soughtIn(q).flatMap(textFilters), " OR "));
  if (label !== null)
    parts.push({ sql: "EXISTS (SELECT 1 FROM json_each(labels) WHERE value = ?)", values: [label] });
  return parts.length === 0 ? allUsers : join(parts, " AND ");
}

/** SQLite's `lower` takes ASCII capitals for small letters, and them alone. */
const textFilters = (sought: Sought): UserFilter[] => [
  { sql: "instr(lower(id), ?) > 0", values: [sought.text] },
  inFields(sought),
];

/** The fields' JSON is searched as it is, and looked at closely only where its marks or escapes could be taken for the text. */
function inFields({ text, json, plain, hasMark }: Sought): UserFilter {
  const quick = "instr(lower(fields), ?) > 0";
  if (hasMark)
    return {
      sql: `(${quick} AND EXISTS (SELECT 1 FROM json_tree(fields) AS j WHERE
        (j.type = 'text' AND instr(lower(j.atom), ?) > 0) OR (typeof(j.key) = 'text' AND instr(lower(j.key), ?) > 0)))`,
      values: [json, text, text],
    };
  return {
    sql: `(${quick} AND (instr(fields, '\\') = 0 OR instr(${sqlWithoutEscapes("lower(fields)", "char")}, ?) > 0))`,
    values: [json, plain],
  };
}

const join = (parts: readonly UserFilter[], between: string): UserFilter => ({
  sql: `(${parts.map((part) => part.sql).join(between)})`,
  values: parts.flatMap((part) => part.values),
});
