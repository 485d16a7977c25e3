import { ArrowRight, User } from "lucide-react";
import { Link } from "wouter";
import type { DryRun } from "../../../core/publication.ts";
import { usePath } from "../../app/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { affectedOf, affectedTitle, seenBy } from "./affected-words.ts";

/** For whom a publication changes something: how many, and some of them with what they see before and after. */
export function Affected({ affected }: { readonly affected: DryRun["affected"] }) {
  const to = usePath();
  return (
    <section aria-label="Who is affected">
      <div className="sec-head">
        <h3 className="heading">{affectedTitle(affected)}</h3>
        <span className="muted small num">{affectedOf(affected)}</span>
      </div>
      {affected.sample.length > 0 && (
        <ul className="diff affected">
          {affected.sample.map(({ userId, experience, before, after }) => {
            const seen = seenBy(before, after);
            return (
              <li key={userId}>
                <Link className="who link-row" href={to("users", userId)}>
                  <Icon of={User} size={14} className="muted" />
                  <span className="truncate">{userId}</span>
                </Link>
                <span className="mono muted truncate" title={experience}>
                  {experience.slice(experience.indexOf(".") + 1)}
                </span>
                <span className="truncate muted" title={seen.before}>
                  {seen.before}
                </span>
                <Icon of={ArrowRight} size={14} className="muted" />
                <span className="truncate strong" title={seen.after}>
                  {seen.after}
                  {seen.more > 0 && <span className="muted small"> and {seen.more} more</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      {affected.changed > affected.sample.length && (
        <p className="direction small">These are {affected.sample.length} of them.</p>
      )}
    </section>
  );
}
