import type { Persona } from "../../core/persona.ts";

/** One persona in the Tribe of drama fans and one who is not, so that a first run shows both. */
export const demoPersonas = (stamps: Pick<Persona, "createdAt" | "updatedAt">): Persona[] => [
  {
    id: "per_drama_fan",
    key: "drama-fan",
    name: "Drama fan on gold",
    user: { kind: "known", fields: { plan: "gold" }, labels: [], platform: "web", sessions: 6 },
    events: [watched("drama", 1, 2), watched("drama", 4, 1)],
    at: null,
    expected: {
      tribes: [
        { tribe: "trb_gold", member: true },
        { tribe: "trb_drama_fans", member: true },
      ],
      experiences: [
        { experience: "exp_banner", enabled: true, data: { headline: "Another drama, just for you" } },
      ],
    },
    ...stamps,
  },
  {
    id: "per_first_visit",
    key: "first-visit",
    name: "First visit",
    user: { kind: "visitor", fields: {}, labels: [], platform: "web", sessions: 1 },
    events: [watched("comedy", 0, 1)],
    at: null,
    expected: {
      tribes: [{ tribe: "trb_drama_fans", member: false }],
      experiences: [
        { experience: "exp_banner", data: { headline: "Tonight at seven" } },
        { experience: "sec_body", enabled: true, children: ["exp_drama", "exp_family"] },
      ],
    },
    ...stamps,
  },
];

const watched = (genre: string, days: number, count: number) => ({
  name: "movie/watched",
  ago: { days },
  count,
  metadata: { pair1: { key: "genre", value: genre } },
});
