import { type CSSProperties, type ReactNode, useLayoutEffect, useRef } from "react";
import { duration, type Film, filmAbout, filmOf, films, nameOf, picture } from "./films.ts";
import { Icon } from "./icons.tsx";
import type { OfferData } from "./space/cinema/experience/offer.js";
import type { OnboardingCardData } from "./space/cinema/experience/onboarding-card.js";
import type { Teaser } from "./space/cinema/experience/teaser.js";
import { useExperience } from "./space/understudy/react.js";
import { Slip } from "./Why.tsx";

interface RowProps {
  readonly title: string;
  /** What the platform calls it, where it is targeted. */
  readonly part?: string;
  readonly aside?: string;
  /** Another one where the row comes in a new order: its cards then travel to their places. */
  readonly order?: string;
  readonly children: ReactNode;
}

export function Row({ title, part, aside = "", order = "", children }: RowProps) {
  const track = useTravel(order);
  return (
    <section className="row" data-part={part}>
      <h2>
        {title}
        {aside !== "" && <small>{aside}</small>}
      </h2>
      <div className="track" ref={track}>
        {children}
      </div>
      {part !== undefined && <Slip part={part} />}
    </section>
  );
}

/** Cards that have another place than before travel there, one after the other; with reduced motion they are there at once. */
function useTravel(order: string) {
  const track = useRef<HTMLDivElement>(null);
  const before = useRef(new Map<string, number>());
  useLayoutEffect(() => {
    void order;
    const cards = [...(track.current?.querySelectorAll<HTMLElement>(".card") ?? [])];
    const places = new Map(cards.map((card) => [card.dataset.key ?? "", card.offsetLeft]));
    const isReduced = document.documentElement.dataset.motion === "reduced";
    for (const [at, card] of cards.entries()) {
      const from = before.current.get(card.dataset.key ?? "");
      if (isReduced || from === undefined || from === card.offsetLeft) continue;
      card.animate([{ transform: `translateX(${from - card.offsetLeft}px)` }, { transform: "none" }], {
        duration: 520,
        delay: at * 30,
        easing: "cubic-bezier(.2, .8, .2, 1)",
        fill: "backwards",
      });
    }
    before.current = places;
  }, [order]);
  return track;
}

interface CardProps {
  readonly film: Film;
  readonly title?: string;
  readonly note?: string;
  /** The share that was seen, 0 to 1. */
  readonly seen?: number;
  readonly onPlay: (film: Film) => void;
}

export function FilmCard({ film, title = nameOf(film), note = film.genre, seen, onPlay }: CardProps) {
  return (
    <button
      type="button"
      className="card"
      data-f=""
      data-key={film.key + title}
      style={{ "--bg": film.look.ground } as CSSProperties}
      onClick={() => onPlay(film)}
    >
      <span className="pic">
        <img src={picture(film.look, "card")} alt="" />
        {seen !== undefined && (
          <span className="pr">
            <i style={{ width: `${seen * 100}%` }} />
          </span>
        )}
        <span className={`tt t-${film.look.lettering}`} aria-hidden="true">
          {title}
        </span>
      </span>
      <span className="cap">
        {title}
        <span>{note}</span>
      </span>
    </button>
  );
}

/** A card of the Section: the film of its key, or one that its words are about, under the title that was served. */
export function TeaserCard({
  teaser,
  onPlay,
}: {
  readonly teaser: Teaser;
  readonly onPlay: (film: Film) => void;
}) {
  const { enabled, data } = useExperience(teaser);
  const key = teaser.key.slice(teaser.key.indexOf(".") + 1);
  const { title = "", text = "" } = data;
  const film = filmOf(key) ?? filmAbout(`${title} ${text}`) ?? films[3];
  if (!enabled || film === undefined) return null;
  const play = () => {
    teaser.track("teaser/opened");
    onPlay(film);
  };
  return <FilmCard film={film} {...(title !== "" && { title })} onPlay={play} />;
}

export const headingOf = (teaser: Teaser | undefined): string => {
  const film = filmOf(teaser?.key.slice(teaser.key.indexOf(".") + 1));
  if (film?.key === "three-acts") return "Because you stay for the last act";
  return film?.genre === "Comedy" ? "Light evenings" : "From our shelves";
};

export const leftOf = ({ minutes }: Film, seen: number): string =>
  `${duration(Math.max(1, Math.round(minutes * (1 - seen))))} left`;

interface PlanProps {
  readonly data: OfferData;
  readonly onTake: () => void;
}

export function Plan({ data: { title = "", text = "", price, button = "See plans" }, onTake }: PlanProps) {
  const sheen = price === undefined || price === 0 ? "gold" : price < 9 ? "free" : "first";
  return (
    <section className="row" data-part="homepage.plan-banner">
      <div className={`plan ${sheen}`}>
        <div>
          <h2>{title}</h2>
          <p>
            {text} {price !== undefined && price > 0 && `${price.toFixed(2)} a month, stop when you like.`}
          </p>
        </div>
        <button type="button" className="btn go" data-f="" onClick={onTake}>
          {button}
        </button>
      </div>
      <Slip part="homepage.plan-banner" />
    </section>
  );
}

interface OnboardingProps {
  readonly data: OnboardingCardData;
  readonly picked: readonly string[];
  readonly onPick: (film: Film) => void;
}

const suggested = ["long-interval", "night-train-north", "paper-moons"];

/** Three films to begin with: what is picked goes on the list. */
export function Onboarding({ data: { title = "", text = "" }, picked, onPick }: OnboardingProps) {
  const count = suggested.filter((key) => picked.includes(key)).length;
  return (
    <section className="row" data-part="onboarding.welcome">
      <div className="onb">
        <div>
          <h2>{title}</h2>
          <p>{text}</p>
          <div className="steps" role="img" aria-label={`${count} of 3 picked`}>
            {suggested.map((key, at) => (
              <i key={key} className={at < count ? "on" : ""} />
            ))}
          </div>
        </div>
        <div className="picks">
          {suggested.flatMap((key) => {
            const film = filmOf(key);
            if (film === undefined) return [];
            const isPicked = picked.includes(key);
            return (
              <button
                type="button"
                key={key}
                data-f=""
                aria-pressed={isPicked}
                style={{ "--bg": film.look.ground } as CSSProperties}
                onClick={() => onPick(film)}
              >
                <img src={picture(film.look, "tall")} alt="" />
                {isPicked && (
                  <em>
                    <Icon name="tick" />
                  </em>
                )}
                <span>{nameOf(film)}</span>
              </button>
            );
          })}
        </div>
      </div>
      <Slip part="onboarding.welcome" />
    </section>
  );
}
