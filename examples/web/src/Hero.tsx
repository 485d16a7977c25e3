import { type CSSProperties, useEffect, useLayoutEffect, useRef, useState } from "react";
import { duration, type Film, filmAbout, filmOf, houseLook, type Look, nameOf, picture } from "./films.ts";
import type { Form } from "./form.ts";
import { Icon } from "./icons.tsx";
import type { HeroData } from "./space/cinema/experience/hero.js";
import { Slip } from "./Why.tsx";

/** What the hero shows: a film or, where none is named, the house itself. */
export interface HeroView {
  readonly headline: string;
  readonly title: readonly string[];
  readonly synopsis: string;
  readonly button: string;
  readonly film: Film | null;
  readonly look: Look;
}

const house = {
  title: ["Films worth", "staying up for"],
  synopsis: "Hand-picked cinema, seven new titles a week.",
  button: "Browse all films",
  film: null,
  look: houseLook,
};

/** The programme of the house, which needs nobody to answer. */
export const houseHero: HeroView = { ...house, headline: "Tonight at Marquee" };

/** What was served, as a picture: its film by name, else one of a genre that the headline mentions. */
export function heroOf({
  headline = "Tonight at Marquee",
  film: key,
  button,
  background,
}: HeroData): HeroView {
  const film = filmOf(key) ?? filmAbout(headline) ?? null;
  const ground = background?.value;
  if (film === null) return { ...house, headline, look: { ...houseLook, ...(ground && { ground }) } };
  const { title, synopsis, look } = film;
  return {
    headline,
    title,
    synopsis,
    film,
    button: button ?? "Play",
    look: { ...look, ...(ground && { ground }) },
  };
}

const nameOfView = ({ headline, title, button, look }: HeroView): string =>
  [headline, title.join(" "), button, look.ground].join(" ");

interface Stage {
  readonly now: HeroView;
  /** What it was before, while the beam crosses. */
  readonly before: HeroView | null;
  readonly chip: string | null;
  readonly turn: number;
}

interface HeroProps {
  readonly view: HeroView;
  /** Who a change is new for. */
  readonly chip: string;
  readonly form: Form;
  readonly isReduced: boolean;
  readonly isListed: boolean;
  readonly onPlay: (film: Film | null) => void;
  readonly onList: (film: Film) => void;
  readonly onChanged: (headline: string) => void;
}

const beamMs = 700;
const dimMs = 90;
const litMs = 2400;
const chipMs = 6000;
const ease = (k: number): number => (k < 0.5 ? 8 * k ** 4 : 1 - (-2 * k + 2) ** 4 / 2);

/** The large picture. Another view comes in behind a beam of light, one at a time; of several meanwhile the last one. */
export function Hero({ view, chip, form, isReduced, onChanged, ...acts }: HeroProps) {
  const element = useRef<HTMLElement>(null);
  const [stage, setStage] = useState<Stage>({ now: view, before: null, chip: null, turn: 0 });
  const isTurning = stage.before !== null;
  const changed = nameOfView(view) !== nameOfView(stage.now);
  useEffect(() => {
    if (isTurning || !changed) return;
    setStage(({ now, turn }) => ({ now: view, before: isReduced ? null : now, chip, turn: turn + 1 }));
    onChanged(view.headline);
  }, [view, chip, isTurning, changed, isReduced, onChanged]);
  useBeam(element, stage, form, isReduced, () => setStage((one) => ({ ...one, before: null })));
  useEffect(() => {
    if (stage.turn === 0) return;
    const timer = setTimeout(() => setStage((one) => ({ ...one, chip: null })), chipMs);
    return () => clearTimeout(timer);
  }, [stage.turn]);
  useLayoutEffect(() => {
    // Whoever stood on the old picture's button stands on the new one's.
    const active = document.activeElement;
    if (active?.closest(".layer.old") !== null && active !== null)
      element.current?.querySelector<HTMLElement>(".layer.new .btn")?.focus({ preventScroll: true });
  });
  const isMarked = isReduced && stage.chip !== null;
  const bulbs = form === "phone" ? 19 : form === "tv" ? 45 : 47;
  return (
    <section
      ref={element}
      className={`hero ${isTurning ? "turning" : ""} ${isMarked ? "marked" : ""}`}
      data-part="homepage.banner"
      aria-label={stage.now.headline}
    >
      {stage.before !== null && (
        <Layer key={stage.turn - 1} view={stage.before} side="old" chip={null} form={form} {...acts} />
      )}
      <Layer key={stage.turn} view={stage.now} side="new" chip={stage.chip} form={form} {...acts} />
      <div className="beam" />
      <div className="bulbs" aria-hidden="true">
        {Array.from({ length: bulbs }, (_, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: bulbs stay where they are
          <i key={at} />
        ))}
      </div>
      <Slip part="homepage.banner" />
    </section>
  );
}

/** Moves the beam, and lights the bulbs as far as it has come. */
function useBeam(
  element: { readonly current: HTMLElement | null },
  { turn }: Stage,
  form: Form,
  isReduced: boolean,
  onCrossed: () => void,
): void {
  const crossed = useRef(onCrossed);
  crossed.current = onCrossed;
  useLayoutEffect(() => {
    const hero = element.current;
    if (turn === 0 || isReduced || hero === null) return;
    const bulbs = [...hero.querySelectorAll<HTMLElement>(".bulbs i")];
    const row = hero.querySelector<HTMLElement>(".bulbs");
    const light = (part: number) => {
      hero.style.setProperty("--p", `${part * 100}%`);
      for (const [at, bulb] of bulbs.entries()) {
        const x = (at + 0.5) / bulbs.length;
        const isOn = form === "phone" ? part > 0.12 : x < part - 0.035;
        bulb.className = isOn ? "on" : form !== "phone" && x < part + 0.02 ? "hot" : "";
      }
    };
    const began = performance.now() + dimMs;
    let frame = 0;
    let timer = 0;
    const step = (now: number) => {
      const k = Math.max(0, Math.min(1, (now - began) / beamMs));
      light(ease(k) * 1.06);
      if (k < 1) {
        frame = requestAnimationFrame(step);
        return;
      }
      crossed.current();
      row?.classList.add("lit");
      timer = window.setTimeout(() => row?.classList.remove("lit"), litMs);
    };
    light(0);
    frame = requestAnimationFrame(step);
    // A page that nobody sees gets no frames: the turn ends all the same.
    const end = window.setTimeout(() => crossed.current(), dimMs + beamMs + 400);
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      clearTimeout(end);
      row?.classList.remove("lit");
    };
  }, [turn, form, isReduced, element]);
}

interface LayerProps extends Pick<HeroProps, "form" | "isListed" | "onPlay" | "onList"> {
  readonly view: HeroView;
  readonly side: "old" | "new";
  readonly chip: string | null;
}

function Layer({ view, side, chip, form, isListed, onPlay, onList }: LayerProps) {
  const { headline, title, synopsis, button, film, look } = view;
  const style = { "--bg": look.ground, "--accent": look.accent } as CSSProperties;
  const crop = form === "phone" && film !== null ? "phone" : "wide";
  return (
    <div className={`layer ${side}`} data-layout={look.layout} style={style} inert={side === "old"}>
      <div className="art">
        <img src={picture(look, crop)} alt="" />
      </div>
      <div className={`copy ${chip === null ? "" : "rise"}`}>
        <p className="kick">
          {chip !== null && <span className="chip show">{chip}</span>}
          <span>{headline}</span>
        </p>
        <h1 className="tt">
          <span className={`t-${look.lettering}`}>
            {title.map((line) => (
              <span key={line} className="line">
                {line}{" "}
              </span>
            ))}
          </span>
        </h1>
        <p className="syn">{synopsis}</p>
        {film !== null && <Facts film={film} />}
        <div className="acts">
          <button type="button" className="btn go" data-f="" onClick={() => onPlay(film)}>
            {film !== null && <Icon name="play" />}
            {button}
          </button>
          {film !== null && (
            <button
              type="button"
              className="btn"
              data-f=""
              aria-pressed={isListed}
              aria-label={`My list: ${nameOf(film)}`}
              onClick={() => onList(film)}
            >
              <Icon name={isListed ? "tick" : "plus"} />
              <span>My list</span>
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

export function Facts({ film: { age, genre, year, minutes } }: { readonly film: Film }) {
  return (
    <div className="meta">
      <b title={`From ${age} years`}>{age}</b>
      <span>{genre}</span>
      <i />
      <span>{year}</span>
      <i />
      <span>{duration(minutes)}</span>
    </div>
  );
}
