import { ArrowRight, User } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { pagePath } from "../../../core/console-pages.ts";
import type { EnvironmentKey } from "../../../core/primitives.ts";
import type { DryRun } from "../../../core/publication.ts";
import { useHere } from "../../page/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { uniqueKeys } from "../../parts/unique-keys.ts";
import { cutTogether } from "../../text/cut-together.ts";
import { quotedIfBlank } from "../../text/format.ts";
import { affectedOf, affectedTitle, seenBy } from "./publish-words.ts";

interface AffectedProps {
  readonly affected: DryRun["affected"];
  readonly environment: EnvironmentKey;
  /** Whether nothing was served until now. */
  readonly isFirst: boolean;
}

const shownPeople = 4;
/** Of what a person sees, in letters: about what there is room for. */
const longestSeen = 28;

/** For whom a publication changes something: how many, and some of them with what they see before and after. */
export function Affected({ affected, environment, isFirst }: AffectedProps) {
  const { space } = useHere();
  const [showsAll, setShowsAll] = useState(false);
  const place = { spaceKey: space.key, environment };
  const { changed, sample } = affected;
  const people = showsAll ? sample : sample.slice(0, shownPeople);
  // A user and a visitor may have the same id.
  const keys = uniqueKeys(people.map(({ userId }) => userId));
  return (
    <section aria-label="Who is affected">
      <div className="sec-head">
        <h3 className="heading">{affectedTitle(affected, isFirst)}</h3>
        <span className="muted small num">{affectedOf(affected)}</span>
        {isFirst && <span className="direction small">Until now apps show their fallbacks.</span>}
        <span className="spacer" />
        {sample.length > shownPeople && !showsAll && (
          <button type="button" className="link link-button small" onClick={() => setShowsAll(true)}>
            {changed > sample.length ? `See ${sample.length} of them` : `See all ${changed}`}
          </button>
        )}
      </div>
      {people.length > 0 && (
        <ul className="affected">
          {people.map(({ userId, experience, before, after }, index) => {
            const seen = seenBy(before, after);
            const [was, is] = cutTogether(seen.before, seen.after, longestSeen);
            return (
              <li key={keys[index]}>
                <span className="gutter">
                  <Icon of={User} size={14} className="muted" />
                </span>
                <Link className="truncate link-row" href={pagePath(place, "users", userId)} title={userId}>
                  {quotedIfBlank(userId)}
                </Link>
                <span className="mono muted truncate" title={experience}>
                  {experience.slice(experience.indexOf(".") + 1)}
                </span>
                <span className="truncate muted" title={seen.before}>
                  {was}
                </span>
                <Icon of={ArrowRight} size={14} className="muted" />
                <span className="truncate strong" title={seen.after}>
                  {is}
                  {seen.more > 0 && <span className="muted small"> and {seen.more} more</span>}
                </span>
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
