import { environmentNames } from "../../core/primitives.ts";
import { useHere } from "../app/use-here.ts";
import { ConnectApp } from "./ConnectApp.tsx";
import { Figures } from "./Figures.tsx";
import { KeysCard } from "./KeysCard.tsx";

/** A Space at a glance: is it alive, and how does an app get to it. */
export function OverviewPage() {
  const { space, environment } = useHere();
  return (
    <div className="stage-col ruled overview">
      <div className="scroll ruled">
        <div className="page-head">
          <h1 className="title truncate">{space.name}</h1>
          <span className="direction">in {environmentNames[environment]}</span>
        </div>
        <Figures />
        <div className="over-grid">
          <ConnectApp />
          <div className="over-side">
            <KeysCard />
          </div>
        </div>
      </div>
    </div>
  );
}
