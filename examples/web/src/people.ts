/** Who is watching. */
export interface Person {
  readonly key: string;
  /** As the platform knows them; nobody has told a visitor's. */
  readonly userId?: string;
  /** As the app calls them. */
  readonly name: string;
  readonly label: string;
  /** What they had begun before this device was theirs, by film: the share that is seen. */
  readonly began: Readonly<Record<string, number>>;
}

const ana: Person = {
  key: "ana",
  userId: "ana-ribeiro",
  name: "Ana",
  label: "Ana · gold",
  began: { "long-interval": 0.62, "cold-platform": 0.24, "three-acts": 0.81, "paper-moons": 0.4 },
};
const luca: Person = {
  key: "luca",
  userId: "luca-moretti",
  name: "Luca",
  label: "Luca · free",
  began: { "paper-moons": 0.55, "three-acts": 0.12, "cold-platform": 0.7 },
};
const visitor: Person = { key: "visitor", name: "you", label: "Visitor", began: {} };

export const everybody: readonly Person[] = [ana, luca, visitor];

/** Somebody whom the app does not know, under the first word of their name or id. */
const stranger = (userId: string, called: string): Person => {
  const [word = called] = called.split(/[^\p{L}\p{N}]/u);
  const name = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  return { key: userId, userId, name, label: name, began: {} };
};

/** The three, and before them whoever is on stage, where that is somebody else. */
export function withPerson(
  people: readonly Person[],
  userId: string,
  called: string,
): { readonly people: readonly Person[]; readonly person: Person } {
  const known = people.find((one) => one.key === userId || one.userId === userId);
  if (known !== undefined) return { people, person: known };
  const person = stranger(userId, called);
  return { people: [person, ...everybody], person };
}
