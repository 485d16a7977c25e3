import { useQuery } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useStore } from "zustand";
import { paramsOf } from "../../api/place.ts";
import { useConsole } from "../../page/console-context.ts";
import { useHere, usePlace } from "../../page/use-here.ts";
import { Button, IconButton } from "../../parts/Button.tsx";
import { ProblemLine } from "../../parts/Field.tsx";
import { isRunning, type ReplayWatch } from "./replay-watch.ts";
import { endWords, progressWords, saidWords } from "./replay-words.ts";
import { useNow } from "./use-recordings.ts";

/** How often it is asked how far a replay is, and whether one was started elsewhere (ms). */
const askEvery = { running: 1000, otherwise: 10_000 };

interface ReplayLineProps {
  /** Shows what was replayed. */
  readonly onShow: () => void;
}

/** The replay into this environment: how far it is, then how it ended. */
export function ReplayLine({ onShow }: ReplayLineProps) {
  const place = usePlace();
  const watch = useConsole().replay(place);
  const state = useStore(watch.store);
  const { replay } = state;
  const running = isRunning(state);
  useQuery({
    queryKey: ["getReplay", { params: paramsOf(place) }],
    queryFn: () => watch.ask(),
    refetchInterval: running ? askEvery.running : askEvery.otherwise,
  });
  return (
    <>
      <span className="sr" role="status">
        {saidWords(state)}
      </span>
      {replay !== null && (
        <section className="inset replay-line" aria-label="Replay">
          {running ? (
            <Running watch={watch} />
          ) : (
            <>
              <span className="text-2">{endWords(state)}</span>
              {replay.played > 0 && (
                <Button small onClick={onShow}>
                  Show them
                </Button>
              )}
            </>
          )}
          <span className="spacer" />
          {!running && <IconButton icon={X} label="Close the replay's line" onClick={() => watch.close()} />}
        </section>
      )}
    </>
  );
}

function Running({ watch }: { readonly watch: ReplayWatch }) {
  const { canEdit } = useHere();
  const { replay, problem } = useStore(watch.store);
  const now = useNow(true);
  if (replay === null) return null;
  return (
    <>
      <progress aria-label="Replayed" max={replay.total} value={replay.played} />
      <span className="num text-2">{progressWords(replay, now)}</span>
      {replay.detail !== undefined && <span className="warning">{replay.detail}</span>}
      <ProblemLine as="span">{problem}</ProblemLine>
      {canEdit && (
        <Button small onClick={() => void watch.stop()}>
          Stop replay
        </Button>
      )}
    </>
  );
}
