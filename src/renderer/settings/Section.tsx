import { type ReactNode, useId, useRef } from "react";
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

/** One part of Settings, with its heading and at most one action. */
export function Section({ id: name, about, action, children }: SectionProps) {
  const id = useId();
  const head = useRef<HTMLHeadingElement>(null);
  const show = () => {
    head.current?.scrollIntoView({ block: "start" });
    head.current?.focus({ preventScroll: true });
  };
  useCommands([{ ...sectionCommand(name), run: show }]);
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
