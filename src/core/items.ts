/** A Collection, as a draft or as it is served. */
interface Holding<E, S> {
  readonly experiences: readonly E[];
  readonly sections: readonly S[];
}
interface HoldsExperiences<E> {
  readonly experiences: readonly E[];
}

/** What has scenarios in a Collection: its Experiences, then each Section with its own. */
export const itemsIn = <E, S extends HoldsExperiences<E>>({
  experiences,
  sections,
}: Holding<E, S>): (E | S)[] => [
  ...experiences,
  ...sections.flatMap((section) => [section, ...section.experiences]),
];

/** The Experiences of a Collection, and those of its Sections. */
export const experiencesIn = <E>({ experiences, sections }: Holding<E, HoldsExperiences<E>>): E[] => [
  ...experiences,
  ...sections.flatMap((section) => section.experiences),
];

/** The Tribes that a scenario is for, and those that it is not for. */
export const tribesNamed = ({
  audience,
}: {
  readonly audience?: { readonly anyOf: readonly string[]; readonly noneOf: readonly string[] } | undefined;
}): readonly string[] => (audience === undefined ? [] : [...audience.anyOf, ...audience.noneOf]);
