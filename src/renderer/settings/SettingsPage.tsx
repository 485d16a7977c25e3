import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { type SettingsSection, settingsSectionNames, settingsSections } from "../page/settings-sections.ts";
import { useHere } from "../page/use-here.ts";
import { AccountsSection } from "./AccountsSection.tsx";
import { AddressesSection } from "./AddressesSection.tsx";
import { AuditSection } from "./AuditSection.tsx";
import { BrowsersSection } from "./BrowsersSection.tsx";
import { ClockSection } from "./ClockSection.tsx";
import { DesktopSection } from "./DesktopSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { MembersSection } from "./MembersSection.tsx";
import { NetworkSection } from "./NetworkSection.tsx";
import { SectionsShown } from "./Section.tsx";
import { ServiceSection } from "./ServiceSection.tsx";
import { SignInSection } from "./SignInSection.tsx";
import { SignInsSection } from "./SignInsSection.tsx";
import { SnapshotsSection } from "./SnapshotsSection.tsx";
import { DangerSection, SpaceSection } from "./SpaceSection.tsx";
import { TokensSection } from "./TokensSection.tsx";

/** What can be set: this Space, its keys and people, the person's tokens and signed-in clients, and the service. */
export function SettingsPage() {
  const { space, isOwner, role } = useHere();
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ReadonlySet<SettingsSection>>(new Set());
  const tell = useCallback((id: SettingsSection, isShown: boolean) => {
    setShown((all) => new Set(isShown ? [...all, id] : [...all].filter((one) => one !== id)));
  }, []);
  useAnchor();
  return (
    <SectionsShown value={tell}>
      <SectionIndex shown={shown} scroller={scroller} />
      <div className="stage-col ruled">
        <div className="scroll ruled settings" ref={scroller}>
          {!isOwner && (
            <p className="read-only inset direction" role="note">
              Read only but for what is yours: you are {role === "editor" ? "an editor" : "a viewer"} here,
              not an owner.
            </p>
          )}
          <SpaceSection key={space.id} />
          <KeysSection />
          <MembersSection />
          <TokensSection />
          <SignInsSection />
          <BrowsersSection />
          <SignInSection />
          <NetworkSection />
          <ClockSection />
          <SnapshotsSection />
          <AccountsSection />
          <AuditSection />
          <ServiceSection />
          <DesktopSection />
          <AddressesSection />
          {isOwner && <DangerSection />}
        </div>
      </div>
    </SectionsShown>
  );
}

interface SectionIndexProps {
  readonly shown: ReadonlySet<SettingsSection>;
  readonly scroller: RefObject<HTMLElement | null>;
}

/** What there is to set, at the side: it follows the scroll, and goes to where it is pressed. */
function SectionIndex({ shown, scroller }: SectionIndexProps) {
  const { space } = useHere();
  const current = useCurrentSection(shown, scroller);
  const groups = [
    ["space", space.name],
    ["you", "You"],
    ["service", "This service"],
    ["danger", null],
  ] as const;
  return (
    <aside className="side" aria-label="Settings">
      <div className="side-head">
        <h1 className="heading" tabIndex={-1}>
          Settings
        </h1>
      </div>
      <nav className="index scroll" aria-label="Parts of Settings">
        {groups.map(([group, words]) => {
          const names = settingsSectionNames.filter(
            (name) => settingsSections[name].of === group && shown.has(name),
          );
          if (names.length === 0) return null;
          return (
            <div key={group} className={words === null ? "apart" : undefined}>
              {words !== null && <p className="cap truncate">{words}</p>}
              {names.map((name) => (
                <a key={name} href={`#${name}`} aria-current={name === current ? "location" : undefined}>
                  {settingsSections[name].title}
                </a>
              ))}
            </div>
          );
        })}
      </nav>
    </aside>
  );
}

/** The part that is read: the last whose head is above the upper third; the last of all at the end of the page. */
function useCurrentSection(shown: ReadonlySet<SettingsSection>, scroller: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<SettingsSection | null>(null);
  useEffect(() => {
    const at = scroller.current;
    if (at === null) return;
    const names = settingsSectionNames.filter((name) => shown.has(name));
    const find = () => {
      const line = at.getBoundingClientRect().top + at.clientHeight / 3;
      const passed = names.filter(
        (name) => (document.getElementById(name)?.getBoundingClientRect().top ?? line) < line,
      );
      const isEnd = at.scrollTop > 0 && at.scrollTop + at.clientHeight >= at.scrollHeight - 2;
      setCurrent((isEnd ? names.at(-1) : at.scrollTop === 0 ? names[0] : passed.at(-1)) ?? null);
    };
    find();
    at.addEventListener("scroll", find, { passive: true });
    return () => at.removeEventListener("scroll", find);
  }, [shown, scroller]);
  return current;
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
