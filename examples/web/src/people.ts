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

/** `?person=` chooses one of the three, or anybody else by their id on the platform, who then stands first. */
export function peopleOf(wanted: string | null): {
  readonly people: readonly Person[];
  readonly first: Person;
} {
  const people = [ana, luca, visitor];
  if (wanted === null || wanted === "") return { people, first: ana };
  const known = people.find(({ key, userId }) => key === wanted || userId === wanted);
  if (known !== undefined) return { people, first: known };
  const [word = wanted] = wanted.split(/[^\p{L}\p{N}]/u);
  const name = `${word.slice(0, 1).toUpperCase()}${word.slice(1)}`;
  const other = { key: wanted, userId: wanted, name, label: name, began: {} };
  return { people: [other, ...people], first: other };
}
