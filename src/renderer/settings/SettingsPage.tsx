import { useHere } from "../app/use-here.ts";
import { AddressesSection } from "./AddressesSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { ServiceSection } from "./ServiceSection.tsx";
import { SignInsSection } from "./SignInsSection.tsx";
import { SpaceSection } from "./SpaceSection.tsx";
import { TokensSection } from "./TokensSection.tsx";

/** What can be set: this Space, its keys, the person's tokens and signed-in clients, and the service as a whole. */
export function SettingsPage() {
  const { space, isOwner, role } = useHere();
  return (
    <div className="stage-col ruled">
      <div className="scroll ruled settings">
        <div className="page-head">
          <h1 className="title">Settings</h1>
          <span className="direction truncate">
            {isOwner
              ? `of ${space.name} and of this service`
              : `read only but for your tokens: you are ${role === "editor" ? "an editor" : "a viewer"} here, not an owner`}
          </span>
        </div>
        <KeysSection />
        <SpaceSection key={space.id} />
        <TokensSection />
        <SignInsSection />
        <ServiceSection />
        <AddressesSection />
      </div>
    </div>
  );
}
