import { Pause, Play } from "lucide-react";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { Icon } from "../parts/Icon.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";
import type { EventFeed } from "../stores/event-feed.ts";
import { count, counted } from "../text/format.ts";

/** How often the counter is read aloud at most, in ms. */
const sayEvery = 10_000;

/** Pauses the list, or goes on with what waited. What is read aloud is the change, and the counter now and then. */
export function PauseButton({ feed }: { readonly feed: EventFeed }) {
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const waiting = useStore(feed.store, (state) => state.waiting);
  const ready = useStore(feed.store, (state) => state.phase === "ready");
  const said = useSaid(feed, paused);
  return (
    <>
      <span className="sr" role="status">
        {said}
      </span>
      {paused ? (
        <button type="button" className="btn btn-primary" onClick={() => feed.resume()}>
          <Icon of={Play} />
          Resume {waiting > 0 && <span className="num">{count(waiting)}</span>}
        </button>
      ) : (
        <button type="button" className="btn" disabled={!ready} onClick={() => feed.pause()}>
          <Icon of={Pause} />
          Pause <KeyHint keys="Space" />
        </button>
      )}
    </>
  );
}

const pausedWords = "Paused. New events wait.";

/** What a screen reader is told: at once that the list is paused, then how many wait, once in a while. */
function useSaid(feed: EventFeed, paused: boolean): string {
  const [words, setWords] = useState("");
  useEffect(() => {
    if (!paused) return setWords("");
    setWords(pausedWords);
    const timer = setInterval(() => {
      const { waiting } = feed.store.getState();
      setWords(waiting > 0 ? `${counted(waiting, "event waits", "events wait")}.` : pausedWords);
    }, sayEvery);
    return () => clearInterval(timer);
  }, [feed, paused]);
  return words;
}
