import { Wifi } from "lucide-react";
import { Link } from "wouter";
import { environmentNames } from "../../core/primitives.ts";
import { useHere, usePath } from "../page/use-here.ts";
import { Icon } from "../parts/Icon.tsx";
import { ConnectApp } from "./ConnectApp.tsx";
import { Figures } from "./Figures.tsx";
import { KeysCard } from "./KeysCard.tsx";
import { RecentPublications } from "./RecentPublications.tsx";

/** A Space at a glance: is it alive, and how does an app get to it. */
export function OverviewPage() {
  const { space, environment } = useHere();
  const to = usePath();
  return (
    <div className="stage-col ruled overview">
      <div className="scroll ruled">
        <div className="page-head">
          <h1 className="title truncate">{space.name}</h1>
          <span className="direction">in {environmentNames[environment]}</span>
          <span className="spacer" />
          <Link className="btn btn-quiet" href={`${to("settings")}#network`}>
            <Icon of={Wifi} />
            Pair a phone or TV
          </Link>
        </div>
        <Figures />
        <div className="over-grid">
          <ConnectApp />
          <div className="over-side">
            <KeysCard />
            <RecentPublications />
          </div>
        </div>
      </div>
    </div>
  );
}
