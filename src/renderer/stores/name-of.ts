/** What an object is called: people have an id alone. Null for something that has neither. */
export function nameOf(value: object): string | null {
  const { name, id } = value as { readonly name?: unknown; readonly id?: unknown };
  return typeof name === "string" ? name : typeof id === "string" ? id : null;
}
