import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { type SettingsSection, settingsSectionNames, settingsSections } from "../page/settings-sections.ts";
import { useHere } from "../page/use-here.ts";
import { withOrWithout } from "../stores/with-or-without.ts";
import { AccountsSection } from "./AccountsSection.tsx";
import { AddressesSection } from "./AddressesSection.tsx";
import { AuditSection } from "./AuditSection.tsx";
import { ClockSection } from "./ClockSection.tsx";
import { DesktopSection } from "./DesktopSection.tsx";
import { KeysSection } from "./KeysSection.tsx";
import { MembersSection } from "./MembersSection.tsx";
import { NetworkSection } from "./NetworkSection.tsx";
import { SettingsParts } from "./Section.tsx";
import { ServiceSection } from "./ServiceSection.tsx";
import { SignInSection } from "./SignInSection.tsx";
import { BrowsersSection, SignInsSection } from "./SignInsSection.tsx";
import { SnapshotsSection } from "./SnapshotsSection.tsx";
import { DangerSection, SpaceSection } from "./SpaceSection.tsx";
import { TokensSection } from "./TokensSection.tsx";

/** What can be set: this Space, its keys and people, the person's tokens and signed-in clients, and the service. */
export function SettingsPage() {
  const { space, isOwner, role } = useHere();
  const scroller = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<ReadonlySet<SettingsSection>>(new Set());
  const tell = useCallback((id: SettingsSection, isShown: boolean) => {
    setShown((all) => withOrWithout(all, id, isShown));
  }, []);
  const { current, ask } = useSections(shown, scroller);
  const parts = useMemo(() => ({ tell, ask }), [tell, ask]);
  return (
    <SettingsParts value={parts}>
      <SectionIndex shown={shown} current={current} onAsk={ask} />
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
    </SettingsParts>
  );
}

interface SectionIndexProps {
  readonly shown: ReadonlySet<SettingsSection>;
  readonly current: SettingsSection | null;
  readonly onAsk: (name: SettingsSection) => void;
}

/** What there is to set, at the side: it follows the scroll, and goes to where it is pressed. */
function SectionIndex({ shown, current, onAsk }: SectionIndexProps) {
  const { space } = useHere();
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
                <a
                  key={name}
                  href={`#${name}`}
                  aria-current={name === current ? "location" : undefined}
                  onClick={() => onAsk(name)}
                >
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

/** What tells that the address changed: a link of ours, one of the page's own, or the browser's Back. */
const addressEvents = ["pushState", "hashchange", "popstate"] as const;
/** What somebody does who goes on by hand. */
const handEvents = ["wheel", "touchmove", "pointerdown", "keydown"] as const;

/**
 * The part that is read, and the way to one. What was asked for, by the address or a press, is gone to once it is there, since
 * parts come when their data does; it stays at the top edge, and the one that is read, until somebody goes on by hand.
 */
function useSections(shown: ReadonlySet<SettingsSection>, scroller: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<SettingsSection | null>(null);
  const [asked, setAsked] = useState(inAddress);
  const isHeld = useRef(true);
  const ask = useCallback((name: SettingsSection | undefined) => {
    if (name === undefined) return;
    isHeld.current = true;
    setAsked({ name });
  }, []);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const letGo = () => {
      isHeld.current = false;
    };
    for (const event of addressEvents) addEventListener(event, () => ask(inAddress()?.name), { signal });
    for (const event of handEvents) addEventListener(event, letGo, { capture: true, passive: true, signal });
    return () => listening.abort();
  }, [ask]);

  const isThere = asked !== null && shown.has(asked.name);
  useEffect(() => {
    if (!isThere || !isHeld.current) return;
    partOf(asked.name)?.scrollIntoView({ block: "start" });
    partOf(asked.name)?.querySelector("h2")?.focus({ preventScroll: true });
  }, [asked, isThere]);

  useEffect(() => {
    const at = scroller.current;
    if (at === null) return;
    const names = settingsSectionNames.filter((name) => shown.has(name));
    const held = () => (isThere && isHeld.current ? asked.name : null);
    const follow = () => setCurrent(held() ?? nearest(names, at));
    // What is above it may grow when its data comes.
    const sizes = new ResizeObserver(() => {
      const name = held();
      if (name !== null) partOf(name)?.scrollIntoView({ block: "start" });
    });
    for (const part of at.children) sizes.observe(part);
    follow();
    at.addEventListener("scroll", follow, { passive: true });
    return () => {
      sizes.disconnect();
      at.removeEventListener("scroll", follow);
    };
  }, [shown, scroller, asked, isThere]);
  return { current, ask };
}

const partOf = (name: SettingsSection) => document.getElementById(name);

/** The part that the address names, a new object each time: it may be asked for again. */
function inAddress(): { readonly name: SettingsSection } | null {
  const name = settingsSectionNames.find((one) => `#${one}` === window.location.hash);
  return name === undefined ? null : { name };
}

/** The part whose head is nearest to the top edge; the last of all at the end of the page, where no head comes up to it. */
function nearest(names: readonly SettingsSection[], at: HTMLElement): SettingsSection | null {
  if (at.scrollTop > 0 && at.scrollTop + at.clientHeight >= at.scrollHeight - 2) return names.at(-1) ?? null;
  const { top } = at.getBoundingClientRect();
  const away = (name: SettingsSection) => Math.abs((partOf(name)?.getBoundingClientRect().top ?? 0) - top);
  return names.toSorted((a, b) => away(a) - away(b))[0] ?? null;
}
