import { slugify } from "../primitives.ts";
import type { Choice, Scene } from "../scene.ts";
import type { FieldValue, UserKind } from "../user.ts";
import { Random } from "./random.ts";

/** Somebody in a scene. */
export interface Player {
  readonly kind: UserKind;
  readonly id: string;
  readonly name: string;
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly labels: readonly string[];
  readonly platform: string;
}

/** Everybody in a scene: those who are named first. The same scene gives the same people. */
export function cast({ key, seed, people }: Pick<Scene, "key" | "seed" | "people">): Player[] {
  return Array.from({ length: people.count }, (_, at): Player => {
    const random = new Random(seed, "person", at);
    const named = people.named[at];
    const fields = Object.fromEntries(
      Object.entries(people.fields).map(([field, choice]) => [field, chosen(choice, random)]),
    );
    const labels = Object.entries(people.labels).flatMap(([label, chance]) =>
      random.happens(chance) ? [label] : [],
    );
    const platform = random.pick(people.platforms);
    if (named !== undefined)
      return {
        kind: "known",
        id: named.id,
        name: named.name,
        fields: { name: named.name, ...fields, ...named.fields },
        labels: named.labels,
        platform: named.platform ?? platform,
      };
    const name = `${firstNames[random.whole(0, firstNames.length - 1)]} ${lastNames[random.whole(0, lastNames.length - 1)]}`;
    // The number keeps namesakes apart; a visitor has told nobody who they are.
    if (random.happens(people.visitors))
      return {
        kind: "visitor",
        id: `${key}-visitor-${at}`,
        name: `Visitor ${at}`,
        fields: {},
        labels,
        platform,
      };
    return {
      kind: "known",
      id: `${slugify(name, "person")}-${at}`,
      name,
      fields: { name, ...fields },
      labels,
      platform,
    };
  });
}

function chosen(choice: Choice, random: Random): FieldValue {
  if ("value" in choice) return choice.value;
  return "weights" in choice ? random.pick(choice.weights) : random.whole(choice.from, choice.to);
}

const firstNames = [
  "Ana",
  "Jonas",
  "Mei",
  "Omar",
  "Freya",
  "Luca",
  "Sofia",
  "Dev",
  "Ines",
  "Tomas",
  "Yuki",
  "Amara",
  "Noor",
  "Elias",
  "Greta",
  "Mateo",
  "Zoe",
  "Ravi",
  "Hana",
  "Felix",
  "Leila",
  "Viktor",
  "Nadia",
  "Samuel",
  "Chiara",
  "Anton",
  "Priya",
  "Hugo",
  "Selma",
  "Kofi",
  "Marta",
  "Idris",
];
const lastNames = [
  "Ribeiro",
  "Weber",
  "Tanaka",
  "Haddad",
  "Lind",
  "Moretti",
  "Karim",
  "Patel",
  "Novak",
  "Okafor",
  "Silva",
  "Berg",
  "Kaya",
  "Rossi",
  "Dubois",
  "Mensah",
  "Larsen",
  "Costa",
  "Ivanov",
  "Sato",
  "Fischer",
  "Moreau",
  "Ortiz",
  "Khan",
  "Jansen",
  "Nagy",
  "Popescu",
  "Keller",
  "Bianchi",
  "Diallo",
  "Vega",
  "Lehto",
];
