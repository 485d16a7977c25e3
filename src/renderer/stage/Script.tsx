import { Check, Play, Undo2 } from "lucide-react";
import { useEffect, useRef } from "react";
import type { Scene } from "../../core/scene.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";
import { KeyCaps, KeyHint } from "../parts/KeyCaps.tsx";
import { useLong } from "../parts/use-time.ts";
import { useStartOver } from "./use-moments.ts";
import type { Show } from "./use-show.ts";

/** The steps: a tick before those that were, the next one large, the numbers of those to come. */
export function Script({ scene: { script }, show }: { readonly scene: Scene; readonly show: Show }) {
  const { canEdit } = useHere();
  const { next } = show.stage;
  const current = useRef<HTMLLIElement>(null);
  const back = () =>
    show.change(({ scene, next }) => ({ next: Math.max(1, next - 1), seen: { scene, next } }));
  const playNext = () => show.play();
  const isPlaying = useLong(show.acts.isPending("play"));
  useCommands(
    [
      { id: "stage/next", title: "Play the next step", group: "Stage", keys: "Space", run: playNext },
      { id: "stage/back", title: "Go back a step; nothing is undone", group: "Stage", keys: "b", run: back },
      ...script.slice(0, 9).map(({ title }, at) => ({
        id: `stage/step/${at + 1}`,
        title: `Play step ${at + 1}: ${title}`,
        group: "Stage",
        keys: String(at + 1),
        run: () => show.play(at + 1),
      })),
    ],
    "editor",
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: another step is another place.
  useEffect(() => {
    current.current?.scrollIntoView({ block: "nearest" });
  }, [next]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: who reads by keyboard scrolls it. */}
      <section className="script-frame" aria-label="Script" tabIndex={0}>
        <ol className="script">
          {script.map(({ title, says }, at) => {
            const number = at + 1;
            if (number === next)
              return (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number.
                <li className="next" aria-current="step" key={at} ref={current}>
                  <span className="gutter">{number}</span>
                  <div className="say">
                    <h2>{title}</h2>
                    <p className="direction">{says}</p>
                    {canEdit && (
                      <Button
                        look="primary"
                        icon={Play}
                        onClick={playNext}
                        aria-disabled={isPlaying || undefined}
                      >
                        {isPlaying ? "Playing…" : "Play step"} <KeyHint keys="Space" />
                      </Button>
                    )}
                  </div>
                </li>
              );
            const done = number < next;
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: a step is its number.
              <li className={done ? "done" : "later"} key={at}>
                <span className="gutter">{done ? <Icon of={Check} /> : number}</span>
                <p className="say">
                  {done && <span className="sr">Played: </span>}
                  {title}
                </p>
              </li>
            );
          })}
          {next > script.length && (
            <li className="next is-end" ref={current}>
              <span className="gutter" />
              <div className="say">
                <h2>{script.length === 0 ? "This scene has no script" : "That was the last step"}</h2>
                <p className="direction">
                  {script.length === 0
                    ? "Its people can still be simulated, and its moments kept."
                    : "Start over, and the same people do the same again."}
                </p>
              </div>
            </li>
          )}
        </ol>
      </section>
      <p className="sr" role="status">
        {next > script.length
          ? "The script is at its end."
          : `Next is step ${next}: ${script[next - 1]?.title}`}
      </p>
      {canEdit && <KeysBar show={show} onBack={back} />}
    </>
  );
}

function KeysBar({ show, onBack }: { readonly show: Show; readonly onBack: () => void }) {
  const startOver = useStartOver(show);
  return (
    <div className="keys-bar">
      <span>
        <KeyHint keys="Space" /> Next
      </span>
      <button type="button" className="btn btn-quiet" disabled={show.stage.next === 1} onClick={onBack}>
        <KeyHint keys="b" /> Back
      </button>
      <span>
        <kbd className="kbd">1–9</kbd> Step
      </span>
      <span className="spacer" />
      <button type="button" className="btn btn-quiet hold" {...startOver.button}>
        <Icon of={Undo2} />{" "}
        {startOver.isUnderWay ? (
          "Starting over…"
        ) : (
          <>
            Hold <KeyCaps keys="r" /> to start over
          </>
        )}
      </button>
    </div>
  );
}
