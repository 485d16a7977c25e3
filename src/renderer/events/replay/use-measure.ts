import { useEffect, useRef, useState } from "react";
import { useConsole } from "../../app/console-context.ts";
import { useHere } from "../../app/use-here.ts";
import { type Measure, measure, unmeasured } from "../../stores/replay-measure.ts";
import { type ReplayThing, sourceOf } from "../../stores/replay-plan.ts";

/** How much there is to play, once it has been counted. */
export function useMeasure(thing: ReplayThing | null): Measure {
  const { client } = useConsole();
  const { space } = useHere();
  const [known, setKnown] = useState({ key: "", measure: unmeasured });
  const latest = useRef(thing);
  latest.current = thing;
  const key = thing === null || thing.kind === "file" ? "" : JSON.stringify(sourceOf(thing));
  useEffect(() => {
    const stop = new AbortController();
    const count = async (counted: ReplayThing) => {
      const found = await measure(client, space.id, counted, stop.signal).catch(() => unmeasured);
      if (!stop.signal.aborted) setKnown({ key, measure: found });
    };
    if (key !== "" && latest.current !== null) void count(latest.current);
    return () => stop.abort();
  }, [client, space.id, key]);
  if (thing?.kind === "file") return thing.file;
  return known.key === key ? known.measure : unmeasured;
}
