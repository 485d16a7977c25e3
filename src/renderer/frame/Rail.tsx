import { Activity, type LucideIcon, PanelsTopLeft, SlidersHorizontal } from "lucide-react";
import { Link } from "wouter";
import { type PageName, pagePath, pages, pageTitles } from "../app/pages.ts";
import { useHere } from "../app/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { SpaceSwitch } from "./SpaceSwitch.tsx";

const icons: Readonly<Record<PageName, LucideIcon>> = {
  overview: PanelsTopLeft,
  events: Activity,
  settings: SlidersHorizontal,
};

/** The page's first landmark: the Space, and the pages that there are. */
export function Rail() {
  const { space, environment, page, me, role } = useHere();
  return (
    <nav className="rail" aria-label="Main">
      <SpaceSwitch />
      <div className="nav">
        {pages.map((one) => (
          <Link
            key={one}
            href={pagePath({ spaceKey: space.key, environment }, one)}
            aria-current={one === page ? "page" : undefined}
          >
            <Icon of={icons[one]} />
            {pageTitles[one]}
          </Link>
        ))}
      </div>
      <div className="rail-foot">
        <span className="avatar" aria-hidden="true">
          {initials(me.account.name)}
        </span>
        <span className="truncate" title={me.account.name}>
          {me.account.name}
        </span>
        <span className="rail-role">{role}</span>
      </div>
    </nav>
  );
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
