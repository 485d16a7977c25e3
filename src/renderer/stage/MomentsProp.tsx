import { isShared } from "../../core/settings.ts";
import "../pairing/pairing.css";
import { Link } from "wouter";
import { useStatus } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { useLong } from "../parts/use-time.ts";
import { When } from "../parts/When.tsx";
import { restoring, useKeepMoment, useMoments, useRestore, type Which, wordsOf } from "./use-moments.ts";
import type { Show } from "./use-show.ts";

/** Moments that were kept: the start, and the last one. */
export function MomentsProp({ show }: { readonly show: Show }) {
  const status = useStatus();
  const hasNone = status !== null && isShared(status);
  const ownsWorkspace = useHere().ownsWorkspace && !hasNone;
  const to = usePath();
  const moments = useMoments(show);
  const keep = useKeepMoment(show);
  const restore = useRestore(show);
  const isKeeping = useLong(show.acts.isPending("keep"));
  const { start, last } = moments ?? {};
  useCommands(
    ownsWorkspace
      ? [
          { id: "stage/keep", title: "Keep this moment", group: "Stage", keys: "m", run: keep },
          ...(last === undefined && !show.acts.isPending("keep")
            ? []
            : [
                {
                  id: "stage/restore",
                  title: last === undefined ? "Restore the last moment" : `Restore “${wordsOf(last)}”`,
                  group: "Stage",
                  keys: "t",
                  run: () => restore("last"),
                },
              ]),
        ]
      : [],
  );
  return (
    <section>
      <div className="top">
        <h2>Snapshots</h2>
        <span className="spacer" />
        {ownsWorkspace && (
          <button
            type="button"
            className="btn btn-quiet"
            onClick={keep}
            aria-disabled={isKeeping || undefined}
          >
            {isKeeping ? "Keeping this moment…" : "Keep this moment"} <KeyHint keys="m" />
          </button>
        )}
      </div>
      {!ownsWorkspace && (
        <p className="direction">
          {hasNone ? "A store that servers share has none." : "The operator of the workspace keeps moments."}
        </p>
      )}
      {ownsWorkspace && moments?.all.length === 0 && (
        <p className="direction">None kept yet. Keep the start, and one key brings it back.</p>
      )}
      <ul className="devs">
        {start !== undefined && <Row of={start} which="start" keys="r" show={show} />}
        {last !== undefined && <Row of={last} which="last" keys="t" show={show} />}
      </ul>
      {moments !== undefined && moments.all.length > 2 && (
        <Link className="link" href={`${to("settings")}#snapshots`}>
          All {moments.all.length}
        </Link>
      )}
    </section>
  );
}

interface RowProps {
  readonly of: Parameters<typeof wordsOf>[0];
  readonly which: Which;
  readonly keys: string;
  readonly show: Show;
}

function Row({ of, which, keys, show }: RowProps) {
  const isUnderWay = useLong(show.acts.isPending(restoring(which)));
  return (
    <li>
      <span className="truncate">{wordsOf(of)}</span>
      <span className="end num">
        {isUnderWay ? "Restoring…" : <When at={of.createdAt} real />} <KeyHint keys={keys} />
      </span>
    </li>
  );
}
