import coldPlatform from "./art/cold-platform.svg?raw";
import house from "./art/house.svg?raw";
import longInterval from "./art/long-interval.svg?raw";
import nightTrainNorth from "./art/night-train-north.svg?raw";
import paperMoons from "./art/paper-moons.svg?raw";
import saltRoad from "./art/salt-road.svg?raw";
import threeActs from "./art/three-acts.svg?raw";
import tidewater from "./art/tidewater.svg?raw";

export interface Film {
  readonly key: string;
  /** In lines, as they are lettered. */
  readonly title: readonly string[];
  readonly genre: "Drama" | "Comedy" | "Thriller";
  readonly year: number;
  readonly minutes: number;
  readonly age: number;
  readonly synopsis: string;
  readonly director: string;
  readonly look: Look;
}

/** A film's picture, its ground and light, how its title is lettered, and on which side of the picture words are. */
export interface Look {
  readonly art: string;
  readonly ground: string;
  readonly accent: string;
  readonly lettering: string;
  readonly layout: "left" | "right" | "center";
  /** Where the picture's subject is, from the left of its 1600. */
  readonly focus: number;
  /** Where a card's crop begins, unless that is at the subject. */
  readonly cardLeft?: number;
}

const look = (
  art: string,
  lettering: string,
  ground: string,
  accent: string,
  focus: number,
  more: Partial<Look> = {},
): Look => ({ art, lettering, ground, accent, focus, layout: "left", ...more });

/** What Marquee shows. Films, people and pictures are made up. */
export const films: readonly Film[] = [
  {
    key: "night-train-north",
    title: ["Night Train", "North"],
    genre: "Thriller",
    year: 2026,
    minutes: 128,
    age: 16,
    synopsis:
      "The last sleeper before winter closes the line. Eleven passengers, ten berths, and a conductor who counts twice.",
    director: "Jorun Vik",
    look: look(nightTrainNorth, "night", "#070c2a", "#7fe8cd", 900, { layout: "right" }),
  },
  {
    key: "tidewater",
    title: ["Tidewater"],
    genre: "Drama",
    year: 2025,
    minutes: 114,
    age: 12,
    synopsis:
      "A pilot retires to the estuary she spent forty years guiding others out of. Then a boat comes in with no one at the wheel.",
    director: "Maren Aldous",
    look: look(tidewater, "tide", "#06222b", "#ffb48a", 1160),
  },
  {
    key: "salt-road",
    title: ["Salt Road"],
    genre: "Drama",
    year: 2024,
    minutes: 141,
    age: 12,
    synopsis: "A driver, a widow and a piano cross the white desert. Only one of them knows the way back.",
    director: "Idir Ouafa",
    look: look(saltRoad, "salt", "#2c1008", "#ffc98c", 1080),
  },
  {
    key: "paper-moons",
    title: ["Paper Moons"],
    genre: "Comedy",
    year: 2025,
    minutes: 97,
    age: 6,
    synopsis: "Two rival stage designers, one school play, and four hundred moons to fold before Friday.",
    director: "Pia Castellan",
    look: look(paperMoons, "paper", "#231033", "#ffc6dc", 1080),
  },
  {
    key: "long-interval",
    title: ["The Long", "Interval"],
    genre: "Drama",
    year: 2024,
    minutes: 132,
    age: 12,
    synopsis:
      "When the lead does not return after the interval, the prompter walks on. She knows every line, and every secret in the company.",
    director: "Ines Marchetti",
    look: look(longInterval, "long", "#04130f", "#f2cd8b", 1090),
  },
  {
    key: "three-acts",
    title: ["Three Acts"],
    genre: "Drama",
    year: 2022,
    minutes: 122,
    age: 12,
    synopsis: "One house, three tenants, a hundred years, and a wall that nobody paints.",
    director: "Tomasz Lind",
    look: look(threeActs, "acts", "#17100c", "#ffb68f", 1088, { cardLeft: 400 }),
  },
  {
    key: "cold-platform",
    title: ["Cold Platform"],
    genre: "Thriller",
    year: 2023,
    minutes: 109,
    age: 16,
    synopsis: "The last tube has gone. Somebody is still waiting, and knows your name.",
    director: "Ruth Okoye",
    look: look(coldPlatform, "cold", "#0a1517", "#bff0ea", 1150),
  },
];

/** What is on where nothing else is: the house's own picture. */
export const houseLook = look(house, "house", "#120d07", "#ffcb6b", 800, { layout: "center" });

export const filmOf = (key: string | undefined): Film | undefined => films.find((film) => film.key === key);

/** The film that a text is about where no film is named: one of a genre that it mentions. */
export const filmAbout = (text: string): Film | undefined =>
  films.find(({ key, genre }) => key !== "three-acts" && text.toLowerCase().includes(genre.toLowerCase()));

export const nameOf = ({ title }: Film): string => title.join(" ");

const pad = (value: number): string => String(value).padStart(2, "0");

/** "1 h 54 min"; under an hour "51 min". */
export const duration = (minutes: number): string =>
  minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${pad(minutes % 60)} min`;

/** "2:07:14", or "4:46" under an hour. */
export function clockText(seconds: number): string {
  const whole = Math.floor(seconds);
  const hours = Math.floor(whole / 3600);
  const minutes = Math.floor((whole % 3600) / 60);
  return hours === 0 ? `${minutes}:${pad(whole % 60)}` : `${hours}:${pad(minutes)}:${pad(whole % 60)}`;
}

/** Parts of a picture: all of it, its subject in a card, upright, or as wide as a screen in a cinema. */
export type Crop = "wide" | "card" | "tall" | "phone" | "scope";

const pictures = new Map<string, string>();

/** A picture's address: nothing is fetched for it. */
export function picture({ art, focus, cardLeft }: Look, crop: Crop): string {
  const boxes: Readonly<Record<Crop, string>> = {
    wide: "0 0 1600 900",
    card: `${cardLeft ?? Math.min(focus - 640, 440)} 120 1120 630`,
    tall: `${focus - 330} 40 660 820`,
    phone: `${focus - 330} 190 660 820`,
    scope: "0 90 1600 670",
  };
  const box = boxes[crop];
  const name = `${crop} ${art.length} ${focus}`;
  const made = pictures.get(name);
  if (made !== undefined) return made;
  const [, , width, height] = box.split(" ");
  const cut = art.replace('viewBox="0 0 1600 900"', `viewBox="${box}" width="${width}" height="${height}"`);
  const address = `data:image/svg+xml,${encodeURIComponent(cut)}`;
  pictures.set(name, address);
  return address;
}
