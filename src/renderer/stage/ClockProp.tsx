import type { ClockSetting } from "../../core/settings.ts";
import { paramsOf } from "../api/place.ts";
import { inPlace, useStatus } from "../page/reads.ts";
import { movedBy, useSetClock, useTicking } from "../page/use-clock.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePlace } from "../page/use-here.ts";
import { useRoute } from "../page/use-route.ts";
import { Button } from "../parts/Button.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { consoleLocale, count } from "../text/format.ts";
import type { Show } from "./use-show.ts";

const jumps = [
  { days: 1, words: "+1 day", keys: "j" },
  { days: 8, words: "+8 days", keys: "k" },
] as const;

/** The platform clock, and what a jump of it would change before it is made. */
export function ClockProp({ show }: { readonly show: Show }) {
  const { ownsWorkspace } = useHere();
  const clock = useStatus()?.clock ?? null;
  const setClock = useSetClock();
  const move = (wanted: () => Promise<ClockSetting>) =>
    show.acts.inTurn("clock", () => ({
      send: async () => {
        await setClock(await wanted());
        return {};
      },
      failure: "The clock was not moved.",
    }));
  const jump = (days: number) => move(async () => movedBy(await show.clock(), days * 86_400));
  const toReal = () => move(async () => ({ mode: "system" }));
  const moved = clock !== null && clock.mode !== "system";
  useCommands(
    ownsWorkspace
      ? [
          ...jumps.map(({ days, keys, words }) => ({
            id: `stage/jump/${days}`,
            title: `Move the clock ${words}`,
            group: "Stage",
            keys,
            run: () => jump(days),
          })),
          ...(moved || show.acts.isPending("clock")
            ? [
                {
                  id: "stage/real-time",
                  title: "Back to the real time",
                  group: "Stage",
                  keys: "0",
                  run: toReal,
                },
              ]
            : []),
        ]
      : [],
  );
  if (clock === null) return null;
  return (
    <section>
      <div className="top">
        <h2>Clock</h2>
        <span className="spacer" />
        {moved && ownsWorkspace ? (
          <button type="button" className="btn btn-quiet" onClick={toReal}>
            Back to the real time <KeyHint keys="0" />
          </button>
        ) : (
          <span>{moved ? "moved" : "real time"}</span>
        )}
      </div>
      <Now clock={clock} />
      {ownsWorkspace && (
        <div className="clock-jumps">
          {jumps.map(({ days, words, keys }) => (
            <div key={days} className="clock-jump">
              <Button onClick={() => jump(days)}>
                {words} <KeyHint keys={keys} />
              </Button>
              <Effect days={days} person={show.stage.person?.id ?? null} />
            </div>
          ))}
        </div>
      )}
    </section>
  );
}

const whole = new Intl.DateTimeFormat(consoleLocale, {
  weekday: "short",
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23",
});

function Now({ clock }: { readonly clock: Parameters<typeof useTicking>[0] }) {
  return <div className="big num">{whole.format(new Date(useTicking(clock)))}</div>;
}

/** How often it is counted anew, in ms: over everybody, Tribe by Tribe. */
const seldom = 30_000;

/** Whom a jump would bring into Tribes, or take out of them. */
function Effect({ days, person }: { readonly days: number; readonly person: string | null }) {
  const place = usePlace();
  const { data } = useRoute(
    "clockAhead",
    { ...inPlace(place), query: { days } },
    { refetchInterval: seldom },
  );
  const { data: theirs } = useRoute(
    "explainUser",
    person === null ? null : { params: { ...paramsOf(place), userId: person }, query: {} },
  );
  if (data === undefined) return <span className="eff none">…</span>;
  // A Tribe that the person on stage is in says most.
  const isTheirs = (id: string) => theirs?.tribes.some((one) => one.id === id && one.matched) === true;
  const weight = ({ id, now, ahead }: (typeof data.tribes)[number]) =>
    (isTheirs(id) ? Math.max(now, ahead) : 0) / Math.max(1, ahead) + Math.abs(ahead - now) / 1e9;
  const [first, ...others] = data.tribes.toSorted((a, b) => weight(b) - weight(a));
  if (first === undefined) return <span className="eff none">changes nothing</span>;
  const all = data.tribes.map(({ name, now, ahead }) => `${name} ${count(now)} → ${count(ahead)}`).join("\n");
  return (
    <span className="eff" title={all}>
      {first.name}{" "}
      <b className="num">
        {count(first.now)} → {count(first.ahead)}
      </b>
      {others.length > 0 && <span className="muted"> and {others.length} more</span>}
    </span>
  );
}
