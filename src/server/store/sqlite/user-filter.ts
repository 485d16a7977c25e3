import {
  foldCase,
  globOf,
  isAscii,
  type Sought,
  soughtIn,
  sqlGlob,
  sqlWithoutEscapes,
} from "../text-search.ts";

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
  if (q !== null) parts.push(join([has("id", q), inFields(soughtIn(q))], " OR "));
  if (label !== null)
    parts.push({ sql: "EXISTS (SELECT 1 FROM json_each(labels) WHERE value = ?)", values: [label] });
  return parts.length === 0 ? allUsers : join(parts, " AND ");
}

/** SQLite's `lower` takes ASCII capitals for small letters, and them alone. */
const has = (column: string, text: string): UserFilter =>
  isAscii(text)
    ? { sql: `instr(lower(${column}), ?) > 0`, values: [foldCase(text)] }
    : { sql: sqlGlob(column), values: [globOf(text)] };

/** The fields' JSON is searched as it is, and looked at closely only where its marks or escapes could be taken for the text. */
function inFields({ text, json, plain, hasMark }: Sought): UserFilter {
  const quick = has("fields", json);
  const [atom, key] = [has("j.atom", text), has("j.key", text)];
  if (hasMark)
    return {
      sql: `(${quick.sql} AND EXISTS (SELECT 1 FROM json_tree(fields) AS j WHERE
        (j.type = 'text' AND ${atom.sql}) OR (typeof(j.key) = 'text' AND ${key.sql})))`,
      values: [...quick.values, ...atom.values, ...key.values],
    };
  const close = has(sqlWithoutEscapes("fields", "char"), plain);
  return {
    sql: `(${quick.sql} AND (instr(fields, '\\') = 0 OR ${close.sql}))`,
    values: [...quick.values, ...close.values],
  };
}

const join = (parts: readonly UserFilter[], between: string): UserFilter => ({
  sql: `(${parts.map((part) => part.sql).join(between)})`,
  values: parts.flatMap((part) => part.values),
});
