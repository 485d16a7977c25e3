import "../pairing/pairing.css";
import { Link } from "wouter";
import type { Snapshot } from "../../core/snapshot.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { moment } from "../text/format.ts";
import { isStart, useGoBack, useKeepMoment, useMoments } from "./use-moments.ts";
import type { Show } from "./use-show.ts";

/** Moments that were kept: the start, and the last one. */
export function MomentsProp({ show }: { readonly show: Show }) {
  const { ownsWorkspace } = useHere();
  const to = usePath();
  const moments = useMoments();
  const keep = useKeepMoment(show);
  const goBack = useGoBack();
  const start = moments?.findLast(isStart);
  const last = moments?.find((one) => one.id !== start?.id);
  useCommands(
    ownsWorkspace
      ? [
          { id: "stage/keep", title: "Keep this moment", group: "Stage", keys: "m", run: keep },
          ...(last === undefined
            ? []
            : [
                {
                  id: "stage/go-back",
                  title: `Go back to “${last.name}”`,
                  group: "Stage",
                  keys: "t",
                  run: () => goBack(last),
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
          <button type="button" className="btn btn-quiet" onClick={keep}>
            Keep this moment <KeyHint keys="m" />
          </button>
        )}
      </div>
      {!ownsWorkspace && <p className="direction">The operator of the workspace keeps moments.</p>}
      {moments?.length === 0 && (
        <p className="direction">None kept yet. Keep the start, and one key brings it back.</p>
      )}
      <ul className="devs">
        {start !== undefined && <Row of={start} keys="r" />}
        {last !== undefined && <Row of={last} keys="t" />}
      </ul>
      {moments !== undefined && moments.length > 2 && (
        <Link className="link" href={`${to("settings")}#snapshots`}>
          All {moments.length}
        </Link>
      )}
    </section>
  );
}

const Row = ({ of, keys }: { readonly of: Snapshot; readonly keys: string }) => (
  <li>
    <span className="truncate">{of.name}</span>
    <span className="end num">
      {moment(of.createdAt)} <KeyHint keys={keys} />
    </span>
  </li>
);
