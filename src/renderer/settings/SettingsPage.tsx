import { useEffect } from "react";
import { useHere } from "../page/use-here.ts";
import { PageHead } from "../parts/PageHead.tsx";
import { AccountsSection } from "./AccountsSection.tsx";
import { AddressesSection } from "./AddressesSection.tsx";
import { AuditSection } from "./AuditSection.tsx";
import { BrowsersSection } from "./BrowsersSection.tsx";
import { ClockSection } from "./ClockSection.tsx";
import { DesktopSection } from "./DesktopSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { MembersSection } from "./MembersSection.tsx";
import { NetworkSection } from "./NetworkSection.tsx";
import { ServiceSection } from "./ServiceSection.tsx";
import { SignInSection } from "./SignInSection.tsx";
import { SignInsSection } from "./SignInsSection.tsx";
import { SnapshotsSection } from "./SnapshotsSection.tsx";
import { SpaceSection } from "./SpaceSection.tsx";
import { TokensSection } from "./TokensSection.tsx";

/** What can be set: this Space, its keys and people, the person's tokens and signed-in clients, and the service. */
export function SettingsPage() {
  const { space, isOwner, role } = useHere();
  useAnchor();
  return (
    <div className="stage-col ruled">
      <div className="scroll ruled settings">
        <PageHead
          title="Settings"
          about={
            <span className="direction truncate">
              {isOwner
                ? `of ${space.name} and of this service`
                : `read only but for what is yours: you are ${role === "editor" ? "an editor" : "a viewer"} here, not an owner`}
            </span>
          }
        />
        <KeysSection />
        <SpaceSection key={space.id} />
        <MembersSection />
        <NetworkSection />
        <ClockSection />
        <SnapshotsSection />
        <TokensSection />
        <SignInsSection />
        <BrowsersSection />
        <SignInSection />
        <AccountsSection />
        <AuditSection />
        <ServiceSection />
        <DesktopSection />
        <AddressesSection />
      </div>
    </div>
  );
}

/** Goes to the section that the address names: sections come when their data does, which is after the browser looked. */
function useAnchor(): void {
  useEffect(() => {
    const { hash } = window.location;
    if (hash === "") return;
    const timer = setTimeout(() => document.querySelector(hash)?.scrollIntoView({ block: "start" }), 100);
    return () => clearTimeout(timer);
  }, []);
}
