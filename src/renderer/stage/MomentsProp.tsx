import { isShared } from "../../core/settings.ts";
import "../pairing/pairing.css";
import { Link } from "wouter";
import { useStatus } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { KeyHint } from "../parts/KeyCaps.tsx";
import { moment } from "../text/format.ts";
import { isStart, useKeepMoment, useMoments, useRestore, wordsOf } from "./use-moments.ts";
import type { Show } from "./use-show.ts";

/** Moments that were kept: the start, and the last one. */
export function MomentsProp({ show }: { readonly show: Show }) {
  const status = useStatus();
  const hasNone = status !== null && isShared(status);
  const ownsWorkspace = useHere().ownsWorkspace && !hasNone;
  const to = usePath();
  const moments = useMoments(show);
  const keep = useKeepMoment(show);
  const restore = useRestore();
  const start = moments?.find(isStart);
  const last = moments?.find((one) => one.id !== start?.id);
  useCommands(
    ownsWorkspace
      ? [
          { id: "stage/keep", title: "Keep this moment", group: "Stage", keys: "m", run: keep },
          ...(last === undefined
            ? []
            : [
                {
                  id: "stage/restore",
                  title: `Restore “${wordsOf(last)}”`,
                  group: "Stage",
                  keys: "t",
                  run: () => restore(last),
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
      {!ownsWorkspace && (
        <p className="direction">
          {hasNone ? "A store that servers share has none." : "The operator of the workspace keeps moments."}
        </p>
      )}
      {ownsWorkspace && moments?.length === 0 && (
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

const Row = ({ of, keys }: { readonly of: Parameters<typeof wordsOf>[0]; readonly keys: string }) => (
  <li>
    <span className="truncate">{wordsOf(of)}</span>
    <span className="end num">
      {moment(of.createdAt)} <KeyHint keys={keys} />
    </span>
  </li>
);
