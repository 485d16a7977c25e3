/**
 * A strong entity tag (RFC 9110, 8.8.3) of a JSON value: equal values have equal tags, whatever the order of their members,
 * which is another after a start, and on another server. 64 bits that mix all of it; a tag compares versions of one
 * object, so that is ample.
 */
export const etagOf = (value: unknown): string =>
  `"${hex(hashOf(value, 0x9e3779b1))}${hex(hashOf(value, 0x85ebca6b))}"`;

const hex = (hash: number): string => (hash >>> 0).toString(16).padStart(8, "0");

/** A number of 32 bits of what JSON would say, without saying it. `by`: odd, another one for each independent number. */
function hashOf(value: unknown, by: number): number {
  if (typeof value === "string") return hashOfText(value, by);
  if (typeof value !== "object" || value === null)
    return mixed(hashOfText(JSON.stringify(value) ?? "null", by), by);
  if (Array.isArray(value)) {
    let hash = value.length + 1;
    for (const one of value) hash = mixed(hash ^ hashOf(one, by), by);
    return hash;
  }
  let sum = 0;
  for (const name of Object.keys(value)) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    // Added up, so that their order is none of it.
    if (member !== undefined)
      sum = (sum + mixed(Math.imul(hashOfText(name, by), 31) + hashOf(member, by), by)) | 0;
  }
  return mixed(~sum, by);
}

function hashOfText(text: string, by: number): number {
  let hash = mixed(text.length ^ by, by);
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), by);
  return mixed(hash, by);
}

function mixed(hash: number, by: number): number {
  const half = Math.imul(hash ^ (hash >>> 16), by);
  return half ^ (half >>> 13);
}
