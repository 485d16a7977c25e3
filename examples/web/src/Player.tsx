import { type CSSProperties, useEffect, useRef, useState } from "react";
import { clockText, type Film, nameOf, picture } from "./films.ts";
import type { Form } from "./form.ts";
import { Facts } from "./Hero.tsx";
import { Icon } from "./icons.tsx";
import { collections, session } from "./space/cinema/index.js";
import { useExperience } from "./space/understudy/react.js";
import { Slip } from "./Why.tsx";

interface PlayerProps {
  readonly film: Film;
  readonly form: Form;
  /** The share that was seen before, 0 to 1. */
  readonly from: number;
  /** With the share that is seen now; 1 at the end. */
  readonly onLeave: (share: number) => void;
}

const introEndsAt = 6 * 60;
/** A film runs this much faster than on an evening; to the end it takes `rushMs`. */
const speed = 20;
const rushMs = 1200;

/** Plays a film, and tells the platform when somebody has seen it to the end. */
export function Player({ film, form, from, onLeave }: PlayerProps) {
  const hint = useExperience(collections.player.skipIntro);
  const length = film.minutes * 60;
  const [at, setAt] = useState(from * length);
  const [isRushing, setRushing] = useState(false);
  const [hintLeft, setHintLeft] = useState(1);
  const { text = "Skip intro", seconds = 8 } = hint.data;
  const leave = useRef(onLeave);
  leave.current = onLeave;
  const first = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    first.current?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const begin = useRef(at);
  useEffect(() => {
    const began = performance.now();
    const start = begin.current;
    let frame = 0;
    const step = (now: number) => {
      const passed = now - began;
      setHintLeft(Math.max(0, 1 - passed / (seconds * 1000)));
      const next = isRushing
        ? start + (length - start) * Math.min(1, passed / rushMs)
        : start + (passed / 1000) * speed;
      begin.current = next;
      setAt(Math.min(next, length));
      if (next < length) frame = requestAnimationFrame(step);
      else {
        session.track("movie/watched", {
          pair1: { key: "genre", value: film.genre.toLowerCase() },
          pair2: { key: "title", value: nameOf(film) },
        });
        leave.current(1);
      }
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [isRushing, length, seconds, film]);
  const skip = () => {
    collections.player.skipIntro.track("intro/skipped");
    begin.current = introEndsAt;
    setAt(introEndsAt);
    setRushing(false);
    setHintLeft(0);
    first.current?.focus();
  };
  const isIntro = hint.enabled && at < introEndsAt && hintLeft > 0 && !isRushing;
  const seen = `${(at / length) * 100}%`;
  return (
    <div
      className="player"
      role="dialog"
      aria-modal="true"
      aria-label={nameOf(film)}
      data-part="player.skip-intro"
    >
      <div className="pic" style={{ "--bg": film.look.ground } as CSSProperties}>
        <img src={picture(film.look, form === "phone" ? "card" : "scope")} alt="" />
      </div>
      {form !== "phone" && (
        <p className="cred">
          a film by<b>{film.director}</b>
        </p>
      )}
      <button type="button" className="top" data-f="" data-back="" onClick={() => onLeave(at / length)}>
        <Icon name="back" />
        <span>{nameOf(film)}</span>
      </button>
      <div className="bot">
        <div className="skips">
          <button
            ref={first}
            type="button"
            className="btn"
            data-f=""
            data-first=""
            onClick={() => setRushing(true)}
          >
            Watch to the end
          </button>
          {isIntro && (
            <button
              type="button"
              className="skip"
              data-f=""
              onClick={skip}
              style={{ "--left": `${hintLeft * 100}%` } as CSSProperties}
            >
              <Icon name="skip" />
              <span>{text}</span>
            </button>
          )}
        </div>
        <div className="scrub" style={{ "--seen": seen } as CSSProperties}>
          <i />
        </div>
        <div className="times">
          <span>{clockText(at)}</span>
          <span>{clockText(length - at)} left</span>
        </div>
      </div>
      {form === "phone" && (
        <div className="info">
          <h1 className="tt">
            <span className={`t-${film.look.lettering}`}>{film.title.join(" ")}</span>
          </h1>
          <Facts film={film} />
          <p>{film.synopsis}</p>
        </div>
      )}
      <Slip part="player.skip-intro" />
    </div>
  );
}
