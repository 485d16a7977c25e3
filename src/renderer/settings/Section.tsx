import { createContext, type ReactNode, useContext, useEffect, useId } from "react";
import { type SettingsSection, sectionCommand, settingsSections } from "../page/settings-sections.ts";
import { useCommands } from "../page/use-commands.ts";

interface SectionProps {
  /** Which one it is, and where an address with `#` leads. */
  readonly id: SettingsSection;
  /** What it is about, in one line. */
  readonly about: ReactNode;
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

interface Parts {
  /**
   * Told of each part that comes onto the page or leaves it: not every part is for everybody, or there from the start.
   */
  readonly tell: (id: SettingsSection, isShown: boolean) => void;
  /** Goes to one, with the focus. */
  readonly ask: (id: SettingsSection) => void;
}

export const SettingsParts = createContext<Parts>({ tell: () => {}, ask: () => {} });

/** One part of Settings, with its heading and at most one action. */
export function Section({ id: name, about, action, children }: SectionProps) {
  const id = useId();
  const { tell, ask } = useContext(SettingsParts);
  useCommands([{ ...sectionCommand(name), run: () => ask(name) }]);
  useEffect(() => {
    tell(name, true);
    return () => tell(name, false);
  }, [tell, name]);
  return (
    <section className="set-section inset" id={name} aria-labelledby={id}>
      <div className="set-head">
        <h2 className="heading" id={id} tabIndex={-1}>
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
