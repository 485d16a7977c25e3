import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type Film, filmOf, films, nameOf } from "./films.ts";
import { useForm, useReducedMotion } from "./form.ts";
import { Hero, heroOf, houseHero } from "./Hero.tsx";
import { Icon } from "./icons.tsx";
import { Logo } from "./Logo.tsx";
import { rememberSeen, toggleListed, useMemory } from "./memory.ts";
import { Player } from "./Player.tsx";
import { everybody, type Person, withPerson } from "./people.ts";
import { type Connection, lookElsewhere, type OnStage, useReach, useStage } from "./platform.ts";
import { FilmCard, headingOf, leftOf, Onboarding, Plan, Row, TeaserCard } from "./Rows.tsx";
import { useRemote } from "./remote.ts";
import { collections, session } from "./space/cinema/index.js";
import { useExperience, useSection, useSession } from "./space/understudy/react.js";
import { EmptySlot, useWhyAsked, WhyLayer } from "./Why.tsx";

/** `?person=`: one of the three, or anybody by their id on the platform, who then stays whoever is on stage. */
const wanted = new URLSearchParams(location.search).get("person") ?? "";
const [ana] = everybody;
const start =
  wanted === "" && ana !== undefined
    ? { people: everybody, person: ana }
    : withPerson(everybody, wanted, wanted);
const views = { home: "Home", films: "Films", list: "My list" } as const;
type View = keyof typeof views;

interface MarqueeProps {
  /** Null while nobody answers. */
  readonly connection: Connection | null;
  readonly onRefused: () => void;
}

export function Marquee({ connection, onRefused }: MarqueeProps) {
  const form = useForm();
  const isReduced = useReducedMotion();
  const [{ people, person }, setCast] = useState(start);
  const setPerson = (one: Person) => setCast((cast) => ({ ...cast, person: one }));
  const [view, setView] = useState<View>("home");
  const [playing, setPlaying] = useState<Film | null>(null);
  const [plans, setPlans] = useState(false);
  const [said, say] = useState("");
  const [isWhyAsked, closeWhy] = useWhyAsked();
  const memory = useMemory(person);
  const { status } = useSession(session);
  const reach = useReach(connection?.apiKey ?? null);
  const isReached = connection !== null;
  const onStage = useCallback(
    (person: OnStage | null) =>
      setCast(({ people }) => (person === null ? start : withPerson(people, person.id, person.name))),
    [],
  );
  useStage(wanted === "" ? (connection?.apiKey ?? null) : null, onStage);
  useEffect(() => {
    void isReached;
    void session.start(person.userId === undefined ? {} : { userId: person.userId });
    session.track("app/opened");
  }, [person, isReached]);
  useEffect(() => {
    if (reach === "refused") onRefused();
    if (reach === "silent" && connection !== null) void lookElsewhere(connection.addresses);
  }, [reach, connection, onRefused]);

  const page = usePage(status);
  const isLost = status === "fallback" || reach === "silent";
  const shown = page ?? null;
  const play = useCallback((film: Film | null) => {
    if (film === null) {
      setView("films");
      return;
    }
    session.track("movie/started", {
      pair1: { key: "genre", value: film.genre.toLowerCase() },
      pair2: { key: "title", value: nameOf(film) },
    });
    setPlaying(film);
  }, []);
  const list = (film: Film) => {
    session.track("list/changed", { pair1: { key: "title", value: nameOf(film) } });
    toggleListed(person, film.key);
  };
  const tellChange = useCallback((headline: string) => say(`The page changed: ${headline}`), []);
  const goBack = useCallback(() => {
    const back = document.querySelector<HTMLElement>("[data-back]");
    if (document.documentElement.classList.contains("why")) closeWhy();
    else if (back !== null) back.click();
    else setView("home");
  }, [closeWhy]);
  useRemote(form === "tv", goBack);
  useEffect(() => {
    document.documentElement.dataset.state = isLost ? "offline" : "default";
  }, [isLost]);
  if (shown === null) return <p className="sr">Marquee opens.</p>;

  const { hero, plan, onboarding, shelf, order, notice } = shown;
  const begun = Object.entries(memory.seen).flatMap(([key, seen]) => {
    const film = filmOf(key);
    return film === undefined ? [] : [{ film, seen }];
  });
  const listed = memory.list.flatMap((key) => filmOf(key) ?? []);
  const body = (
    <Row
      key="body"
      title={headingOf(order[0])}
      part="homepage.body"
      aside={notice}
      order={order.map(({ id }) => id).join()}
    >
      {order.map((teaser) => (
        <TeaserCard key={teaser.id} teaser={teaser} onPlay={play} />
      ))}
    </Row>
  );
  const offer = plan !== null && (
    <Plan
      key="plan"
      data={plan}
      onTake={() => {
        collections.homepage.planBanner.track("plan/viewed");
        setPlans(true);
      }}
    />
  );
  const isBodyFirst = form === "phone" || person.userId === undefined;
  const isCovered = playing !== null || plans;
  return (
    <WhyLayer isAsked={isWhyAsked} connection={connection} served={shown} onClose={closeWhy}>
      <div inert={isCovered}>
        <header className="bar">
          <Logo />
          <Views view={view} onView={setView} className="nav" />
          <fieldset className="people" aria-label="Watching as">
            {people.map((one) => (
              <button
                type="button"
                key={one.key}
                data-f=""
                aria-pressed={one === person}
                aria-label={one.label}
                onClick={() => setPerson(one)}
              >
                <span className={`av ${one.key}`}>{one.userId === undefined ? "·" : one.name[0]}</span>
                <span>{one.label}</span>
              </button>
            ))}
          </fieldset>
        </header>
        <main>
          {view === "home" ? (
            <>
              <Hero
                view={hero}
                chip={`New for ${person.name}`}
                form={form}
                isReduced={isReduced}
                isListed={hero.film !== null && memory.list.includes(hero.film.key)}
                onPlay={play}
                onList={list}
                onChanged={tellChange}
              />
              <div className="rows">
                {isLost && (
                  <p className="note" role="status">
                    {status !== "fallback"
                      ? "Not connected. Your page stays; what is new comes by itself."
                      : form === "phone"
                        ? "Not connected. This is the house programme."
                        : "Not connected. This is the house programme; yours returns by itself."}
                  </p>
                )}
                {begun.length > 0 && shelf !== null && (
                  <Row title={shelf} part="homepage.continue-watching">
                    {begun.map(({ film, seen }) => (
                      <FilmCard
                        key={film.key}
                        film={film}
                        seen={seen}
                        note={leftOf(film, seen)}
                        onPlay={play}
                      />
                    ))}
                  </Row>
                )}
                {onboarding !== null ? (
                  <Onboarding data={onboarding} picked={memory.list} onPick={list} />
                ) : (
                  <EmptySlot part="onboarding.welcome" name="Onboarding" />
                )}
                {isBodyFirst ? [body, offer] : [offer, body]}
              </div>
            </>
          ) : (
            <Shelf
              title={views[view]}
              films={view === "films" ? films : listed}
              onPlay={play}
              onBack={() => setView("home")}
            />
          )}
        </main>
        <Views view={view} onView={setView} className="tabs" />
      </div>
      {playing !== null && (
        <Player
          key={playing.key}
          film={playing}
          form={form}
          from={memory.seen[playing.key] ?? 0}
          onLeave={(share) => {
            rememberSeen(person, playing.key, share);
            setPlaying(null);
          }}
        />
      )}
      {plans && <Plans onClose={() => setPlans(false)} />}
      <div className="sr" aria-live="polite">
        {said}
      </div>
    </WhyLayer>
  );
}

/** The page as it is served; while another person's is asked for, the one before. Null before the first. */
function usePage(status: string) {
  const { homepage, onboarding: onboardingPart, premieres } = collections;
  const banner = useExperience(homepage.banner);
  const offer = useExperience(homepage.planBanner);
  const shelf = useExperience(homepage.continueWatching);
  const body = useSection(homepage.body);
  const welcome = useExperience(onboardingPart.welcome);
  const notice = useExperience(premieres.premiereNotice);
  const isAlone = status === "fallback";
  const page = useMemo(
    () => ({
      hero: isAlone || !banner.enabled ? houseHero : heroOf(banner.data),
      // An offer that cannot be taken now is none.
      plan: !isAlone && offer.enabled ? offer.data : null,
      onboarding: !isAlone && welcome.enabled ? welcome.data : null,
      shelf: shelf.enabled ? (shelf.data.title ?? "Continue watching") : null,
      order: body.enabled ? body.children : [],
      notice: !isAlone && notice.enabled ? (notice.data.text ?? "") : "",
    }),
    [isAlone, banner, offer, shelf, body, welcome, notice],
  );
  const isSettled = status === "ready" || isAlone;
  const last = useRef<typeof page>(undefined);
  useEffect(() => {
    if (isSettled) last.current = page;
  }, [isSettled, page]);
  return isSettled ? page : last.current;
}

interface ViewsProps {
  readonly view: View;
  readonly className: string;
  readonly onView: (view: View) => void;
}

function Views({ view, className, onView }: ViewsProps) {
  return (
    <nav className={className} aria-label={className === "nav" ? "Marquee" : "Marquee, below"}>
      {(Object.keys(views) as View[]).map((one) => (
        <button
          type="button"
          key={one}
          data-f=""
          {...(one === view && { "aria-current": "page" as const })}
          onClick={() => onView(one)}
        >
          {className === "tabs" && <Icon name={one} />}
          {views[one]}
        </button>
      ))}
    </nav>
  );
}

interface ShelfProps {
  readonly title: string;
  readonly films: readonly Film[];
  readonly onPlay: (film: Film) => void;
  readonly onBack: () => void;
}

function Shelf({ title, films: shown, onPlay, onBack }: ShelfProps) {
  return (
    <section className="shelf">
      <h1>{title}</h1>
      {shown.length === 0 && (
        <div className="nothing">
          <p>Nothing is on your list yet. Put a film there with “My list”.</p>
          <button type="button" className="btn go" data-f="" onClick={onBack}>
            See what is on
          </button>
        </div>
      )}
      <div className="grid">
        {shown.map((film) => (
          <FilmCard key={film.key} film={film} onPlay={onPlay} />
        ))}
      </div>
    </section>
  );
}

/** The plans that there are, as the platform names and prices them. */
function Plans({ onClose }: { readonly onClose: () => void }) {
  const gold = useExperience(collections.plans.goldPlan);
  const silver = useExperience(collections.plans.silverPlan);
  const dialog = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    dialog.current?.querySelector("button")?.focus();
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const choose = (plan: string) => {
    session.track("plan/chosen", { pair1: { key: "plan", value: plan } });
    onClose();
  };
  return (
    <div className="sheet" ref={dialog} role="dialog" aria-modal="true" aria-label="Plans">
      <div className="panel">
        <h1>Plans</h1>
        <div className="picks">
          {[gold, silver].map(({ enabled, data: { title = "", price = 0 } }) =>
            enabled ? (
              <button
                type="button"
                key={title}
                className="plan"
                data-f=""
                onClick={() => choose(title.toLowerCase())}
              >
                <b>{title}</b>
                <i>{price.toFixed(2)} a month</i>
              </button>
            ) : null,
          )}
        </div>
        <button type="button" className="btn" data-f="" data-back="" onClick={onClose}>
          Not now
        </button>
      </div>
    </div>
  );
}
