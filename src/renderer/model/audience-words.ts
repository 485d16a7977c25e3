import type { Audience } from "./scenario-rows.ts";

export const kindWords: Readonly<Record<Audience["kind"], string>> = {
  everyone: "everyone",
  users: "users",
  visitors: "visitors",
};

type NameOf = (id: string) => string;

const list = (ids: readonly string[], word: string, nameOf: NameOf): string => {
  const names = ids.map(nameOf);
  return names.length < 2 ? (names[0] ?? "") : `${names.slice(0, -1).join(", ")} ${word} ${names.at(-1)}`;
};

/** An audience on one line: "users in Binge watchers or Film club, not in Kids profiles". */
export function audienceWords({ kind, anyOf, noneOf }: Audience, nameOf: NameOf): string {
  const inAny = anyOf.length === 0 ? "" : ` in ${list(anyOf, "or", nameOf)}`;
  const notIn = noneOf.length === 0 ? "" : `${inAny === "" ? "" : ","} not in ${list(noneOf, "or", nameOf)}`;
  return `${kindWords[kind]}${inAny}${notIn}`;
}
