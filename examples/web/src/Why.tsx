import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { Connection } from "./platform.ts";
import { session } from "./space/cinema/index.js";
import { type Explanation, type Reason, reasonOf } from "./why-words.ts";

interface WhyView {
  /** By the part's key; null while nobody asks. */
  readonly reasons: ReadonlyMap<string, Reason> | null;
  readonly opened: string;
  readonly open: (part: string) => void;
}

const WhyContext = createContext<WhyView>({ reasons: null, opened: "", open: () => undefined });

/** How long a key is held, or a finger lies, until it counts, in ms. */
const tapMs = 300;
const pressMs = 500;

/**
 * Whether somebody asks why: while Alt is held; from a tap of Alt, a long press or the menu key of a remote until it is closed.
 * Gives the way to close.
 */
export function useWhyAsked(): readonly [isAsked: boolean, close: () => void] {
  const [isAsked, setAsked] = useState(false);
  useEffect(() => {
    let since = 0;
    let wasOn = false;
    let press = 0;
    const down = (event: KeyboardEvent) => {
      if (event.key === "ContextMenu" || event.key === "Info") {
        event.preventDefault();
        setAsked((on) => !on);
      }
      if (event.key !== "Alt" || event.repeat) return;
      event.preventDefault();
      since = performance.now();
      setAsked((on) => {
        wasOn = on;
        return true;
      });
    };
    const up = (event: KeyboardEvent) => {
      if (event.key !== "Alt") return;
      event.preventDefault();
      if (wasOn || performance.now() - since > tapMs) setAsked(false);
    };
    const touch = ({ pointerType }: PointerEvent) => {
      if (pointerType !== "mouse") press = window.setTimeout(() => setAsked(true), pressMs);
    };
    const lift = () => clearTimeout(press);
    const menu = (event: Event) => {
      if (press !== 0) event.preventDefault();
    };
    const handlers = {
      keydown: down,
      keyup: up,
      pointerdown: touch,
      pointerup: lift,
      pointermove: ({ movementX, movementY }: PointerEvent) => {
        if (Math.abs(movementX) + Math.abs(movementY) > 6) lift();
      },
      pointercancel: lift,
      contextmenu: menu,
    };
    const entries = Object.entries(handlers) as [string, EventListener][];
    for (const [name, handler] of entries) addEventListener(name, handler);
    return () => {
      for (const [name, handler] of entries) removeEventListener(name, handler);
      lift();
    };
  }, []);
  return [isAsked, () => setAsked(false)];
}

interface WhyLayerProps {
  readonly isAsked: boolean;
  readonly connection: Connection | null;
  /** Another one once what is served is: the reasons are asked for anew. */
  readonly served: unknown;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The page's second layer: which scenario put a part there, by what rule, and which events were counted for it. */
export function WhyLayer({ isAsked, connection, served, onClose, children }: WhyLayerProps) {
  const [reasons, setReasons] = useState<ReadonlyMap<string, Reason> | null>(null);
  const [opened, setOpened] = useState("");
  useEffect(() => {
    void served;
    if (!isAsked || connection === null || session.id === null) return;
    const stop = new AbortController();
    const address = `/sdk/v1/sessions/${encodeURIComponent(session.id)}/explanation?key=${encodeURIComponent(connection.apiKey)}`;
    const read = async () => {
      const answer = await fetch(address, { signal: stop.signal });
      if (!answer.ok) return;
      const { experiences }: Explanation = await answer.json();
      setReasons(new Map(experiences.map((one) => [one.key, reasonOf(one)])));
    };
    read().catch(() => undefined);
    return () => stop.abort();
  }, [isAsked, connection, served]);
  useEffect(() => {
    document.documentElement.classList.toggle("why", isAsked);
    if (isAsked) setOpened("homepage.banner");
    else setReasons(null);
  }, [isAsked]);
  const view = useMemo(
    () => ({ reasons: isAsked ? reasons : null, opened, open: setOpened }),
    [isAsked, reasons, opened],
  );
  const reason = view.reasons?.get(opened);
  return (
    <WhyContext value={view}>
      {children}
      {reason !== undefined && <Card reason={reason} connection={connection} onClose={onClose} />}
    </WhyContext>
  );
}

/** The slip at a part, which opens its card. */
export function Slip({ part }: { readonly part: string }) {
  const { reasons, opened, open } = useContext(WhyContext);
  const reason = reasons?.get(part);
  if (reason === undefined) return null;
  return (
    <div className="spike">
      <button
        type="button"
        className="slip"
        data-f=""
        aria-expanded={opened === part}
        onClick={() => open(part)}
      >
        <code>{reason.number ?? "–"}</code>
        <b>{reason.title}</b>
        {reason.words !== "" && <em>{reason.words}</em>}
      </button>
    </div>
  );
}

/** Where a part that serves nothing would be: only who asks why sees it. */
export function EmptySlot({ part, name }: { readonly part: string; readonly name: string }) {
  const reason = useContext(WhyContext).reasons?.get(part);
  if (reason === undefined) return null;
  return (
    <div className="ghost">
      <div className="spike">
        <span className="slip">
          <code>–</code>
          <b>{name}: nothing served</b>
          {reason.words !== "" && <em>{reason.words}</em>}
        </span>
      </div>
    </div>
  );
}

interface CardProps {
  readonly reason: Reason;
  readonly connection: Connection | null;
  readonly onClose: () => void;
}

const dayAndTime = new Intl.DateTimeFormat("en", {
  month: "short",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function Card({ reason, connection, onClose }: CardProps) {
  const { key, number, title, words, event, filter, events } = reason;
  const first = useRef<HTMLButtonElement>(null);
  const link = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    const before = document.activeElement;
    (link.current ?? first.current)?.focus({ preventScroll: true });
    return () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, []);
  const [collection = "", item = ""] = key.split(".");
  return (
    <aside className="whycard" aria-label="Why this is here">
      <span className="cue">{number ?? "–"}</span>
      <h3>{title}</h3>
      {words !== "" && (
        <p className="lead">
          {words} {event !== null && <code>{event}</code>}
        </p>
      )}
      {filter !== null && <p className="dir">{filter}</p>}
      {events.length > 0 && (
        <ol>
          {events.map(({ id, time, what, number: nth }) => (
            <li key={id} data-n={nth}>
              <time dateTime={time}>{dayAndTime.format(new Date(time)).replace(",", "")}</time>
              {event}
              <span>{what}</span>
            </li>
          ))}
        </ol>
      )}
      <div className="foot">
        {connection !== null && connection.consoleUrl !== null ? (
          <a
            ref={link}
            href={`${connection.consoleUrl}/spaces/${connection.spaceKey}/${connection.environment}/collections/${collection}/${item}`}
            target="_blank"
            rel="noreferrer"
            data-f=""
          >
            Open in the console
          </a>
        ) : (
          <i>More in the console</i>
        )}
        <span>{key}</span>
        <button ref={first} type="button" data-f="" onClick={onClose}>
          Close
        </button>
      </div>
    </aside>
  );
}
