import { Link, useLocation } from "wouter";
import type { Reach } from "../../../core/tribe.ts";
import { useHere, usePath } from "../../page/use-here.ts";
import { ago, count, moment } from "../../text/format.ts";
import { TribeMenu } from "../page/TribeMenu.tsx";
import { tribeStep } from "../tribe-step.ts";
import type { ListedTribe } from "./list-order.ts";

interface TribeRowProps {
  readonly line: ListedTribe;
  /** From 0. */
  readonly index: number;
  /** Undefined until it is counted; null where it could not be. */
  readonly reach: Reach | null | undefined;
  readonly onRename: () => void;
  readonly onDuplicate: () => void;
  readonly onDelete: () => void;
}

/** A Tribe as a row: who it is, how many, what hangs on it. */
export function TribeRow({ line, index, reach, ...acts }: TribeRowProps) {
  const { canEdit } = useHere();
  const { tribe, text, used } = line;
  const to = usePath();
  const [, navigate] = useLocation();
  const href = to("tribes", tribeStep(tribe));
  return (
    <tr
      data-index={index}
      aria-rowindex={index + 2}
      onClick={(event) => {
        const own = event.target instanceof Element ? event.target.closest("a, button, [role=menu]") : null;
        if (own === null && event.currentTarget.contains(event.target as Node)) navigate(href);
      }}
    >
      <td className="gutter">{index + 1}</td>
      <td>
        <span className="tribe-cell-name">
          <Link className="tribe-link truncate" href={href} title={tribe.name}>
            {tribe.name}
          </Link>
          <span className="mono muted truncate">{tribe.key}</span>
        </span>
      </td>
      <td className="tribe-cell-text">
        <span className="truncate text-2" title={text}>
          {text}
        </span>
      </td>
      <td>
        <ReachCell reach={reach} />
      </td>
      <td className="num tribe-cell-used">{used === 0 ? <span className="muted">0</span> : count(used)}</td>
      <td className="muted tribe-cell-time" title={moment(tribe.updatedAt)}>
        {ago(tribe.updatedAt)}
      </td>
      <td className="tribe-cell-menu">{canEdit && <TribeMenu name={tribe.name} {...acts} />}</td>
    </tr>
  );
}

function ReachCell({ reach }: { readonly reach: Reach | null | undefined }) {
  if (reach === undefined) return <span className="skeleton reach-skeleton" />;
  if (reach === null) return <span className="direction small">not counted</span>;
  const matched = reach.matched.users + reach.matched.visitors;
  const all = reach.users + reach.visitors;
  const words = `${count(reach.matched.users)} users and ${count(reach.matched.visitors)} visitors of ${count(all)}`;
  return (
    <span className="reach-cell" title={words}>
      <span className="num">
        <b>{count(matched)}</b> <span className="muted">of {count(all)}</span>
      </span>
      <span className="meter">
        <i style={{ width: `${all === 0 ? 0 : (100 * matched) / all}%` }} />
      </span>
    </span>
  );
}
