import { createContext, type ReactNode, useContext, useEffect, useId, useRef } from "react";
import { type SettingsSection, sectionCommand, settingsSections } from "../page/settings-sections.ts";
import { useCommands } from "../page/use-commands.ts";

interface SectionProps {
  /** Which one it is, and where an address with `#` leads. */
  readonly id: SettingsSection;
  /** What it is about, in one line. */
  readonly about: string;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

/** Told of each part that is on the page: who may not see one, or has no data for it yet, has none of it. */
export const SectionsShown = createContext<(id: SettingsSection, isShown: boolean) => void>(() => {});

/** One part of Settings, with its heading and at most one action. */
export function Section({ id: name, about, action, children }: SectionProps) {
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const show = () => {
    head.current?.scrollIntoView({ block: "start" });
    head.current?.focus({ preventScroll: true });
  };
  useCommands([{ ...sectionCommand(name), run: show }]);
  const tell = useContext(SectionsShown);
  useEffect(() => {
    tell(name, true);
    return () => tell(name, false);
  }, [tell, name]);
  return (
    <section className="set-section inset" id={name} aria-labelledby={id}>
      <div className="set-head">
        <h2 className="heading" id={id} ref={head} tabIndex={-1}>
          {settingsSections[name].title}
        </h2>
        <span className="direction truncate">{about}</span>
        <span className="spacer" />
        {action}
      </div>
      {children}
    </section>
  );
}
