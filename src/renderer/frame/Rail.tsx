import {
  Activity,
  Blend,
  CodeXml,
  Eye,
  Layers,
  type LucideIcon,
  PanelsTopLeft,
  Presentation,
  SlidersHorizontal,
  User,
  VenetianMask,
} from "lucide-react";
import { Link } from "wouter";
import { mainPages, type PageName, pageTitles, toolPages } from "../../core/console-pages.ts";
import { useConsole } from "../page/console-context.ts";
import { inPlace, slowly } from "../page/reads.ts";
import { useHere, usePath, usePlace } from "../page/use-here.ts";
import { useHidden, useList } from "../page/use-list.ts";
import { useRoute } from "../page/use-route.ts";
import { Icon } from "../parts/Icon.tsx";
import { countWithout, kindsGoing } from "../people/user-port.ts";
import { count } from "../text/format.ts";
import { SpaceSwitch } from "./SpaceSwitch.tsx";

const icons: Readonly<Record<PageName, LucideIcon>> = {
  overview: PanelsTopLeft,
  collections: Layers,
  tribes: Blend,
  users: User,
  events: Activity,
  preview: Eye,
  personas: VenetianMask,
  stage: Presentation,
  code: CodeXml,
  settings: SlidersHorizontal,
};

/** The page's first landmark: the Space, and the pages that there are. */
export function Rail() {
  const { me, role } = useHere();
  return (
    <nav className="rail" aria-label="Main">
      <SpaceSwitch />
      <PageLinks pages={mainPages} />
      <PageLinks pages={toolPages} />
      <div className="rail-foot">
        <span className="avatar" aria-hidden="true">
          {initials(me.account.name)}
        </span>
        <span className="truncate rail-word">{me.account.name}</span>
        <span className="rail-role">{role}</span>
      </div>
    </nav>
  );
}

function PageLinks({ pages }: { readonly pages: readonly PageName[] }) {
  const { page } = useHere();
  const to = usePath();
  const counts = useCounts();
  return (
    <div className="nav">
      {pages.map((one) => (
        <Link
          key={one}
          href={to(one)}
          title={pageTitles[one]}
          aria-current={one === page ? "page" : undefined}
        >
          <Icon of={icons[one]} />
          <span className="rail-word">{pageTitles[one]}</span>
          {counts[one] !== undefined && <span className="count num">{count(counts[one])}</span>}
        </Link>
      ))}
    </div>
  );
}

/** How many there are of what a page is about; nothing while it is not known. */
function useCounts(): { readonly [page in PageName]?: number | undefined } {
  const { collections, tribes, personas } = useConsole();
  const place = usePlace();
  const { data: people } = useRoute("countUsers", inPlace(place), { staleTime: slowly });
  const hidden = useHidden();
  const left = people && countWithout(people, kindsGoing(hidden, place));
  return {
    users: left && left.users + left.visitors,
    collections: useList(collections)?.length,
    tribes: useList(tribes)?.length,
    personas: useList(personas)?.length,
  };
}

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
