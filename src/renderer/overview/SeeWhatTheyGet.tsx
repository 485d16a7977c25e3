import { Link } from "wouter";
import { routeAddress } from "../api/client.ts";
import { useStats } from "../page/reads.ts";
import { usePath } from "../page/use-here.ts";

/** The step after the first event: what its sender is shown, and why. */
export function SeeWhatTheyGet({ number }: { readonly number: number }) {
  const last = useStats().stats?.lastEvent ?? null;
  const to = usePath();
  if (last === null) return null;
  return (
    <li className="step is-next">
      <span className="gutter">{number}</span>
      <h3 className="heading truncate">See what {last.who} gets</h3>
      <span className="direction truncate">each Experience, with its reason</span>
      <span className="spacer" />
      <Link className="btn btn-sm btn-primary" href={routeAddress(to("preview"), {}, { user: last.who })}>
        Open Preview
      </Link>
    </li>
  );
}
