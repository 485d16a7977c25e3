import { useId } from "react";
import type { DesktopBridge, DesktopState, PreferencesPatch } from "../../core/ipc.ts";
import { changePreferences, tell, useDesktop } from "../desktop/desktop-store.ts";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { Button } from "../parts/Button.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { MoreMenu } from "../parts/MoreMenu.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { Section } from "./Section.tsx";

/** What only the desktop app can: its folder on the disk, another workspace, and how it stays. */
export function DesktopSection() {
  const desktop = useDesktop();
  if (desktop === null) return null;
  const { state, problem } = desktop;
  return (
    <Section id="desktop" about="of this computer, whoever is signed in">
      <ProblemLine>{problem}</ProblemLine>
      <ul>
        <WorkspaceRow state={state} bridge={desktop.bridge} />
        <SwitchRow
          name="Refused events"
          note="as a number on the app’s icon, until you look"
          on={state.preferences.badge}
          patch={(badge) => ({ badge })}
        />
        <SwitchRow
          name="Notifications"
          note="when the server stops, or many events are refused at once"
          on={state.preferences.notifications}
          patch={(notifications) => ({ notifications })}
        />
        {state.platform !== "mac" && (
          <SwitchRow
            name="Keep running"
            note="when the window is closed, in the tray where there is one"
            on={state.preferences.keepInTray === true}
            patch={(keepInTray) => ({ keepInTray })}
          />
        )}
        {state.canOpenAtLogin && (
          <SwitchRow
            name="Open at login"
            note="so that SDKs find the server"
            on={state.preferences.openAtLogin}
            patch={(openAtLogin) => ({ openAtLogin })}
          />
        )}
      </ul>
    </Section>
  );
}

function WorkspaceRow({ state, bridge }: { readonly state: DesktopState; readonly bridge: DesktopBridge }) {
  const { desktop: store } = useConsole();
  const run = (work: () => Promise<unknown>) => () => void tell(store, work);
  const show = { label: "Show folder", run: run(bridge.revealDataFolder) };
  const change = { label: "Switch workspace…", run: run(bridge.showChooser) };
  const recents = state.recents.map((path) => ({
    label: `Open ${path}`,
    run: run(() => bridge.openRecent({ path })),
  }));
  const upkeep = [
    { label: "Open the logs", run: run(bridge.openLogs) },
    { label: "Restart the server", run: run(bridge.restartServer) },
  ];
  useCommands(
    [show, change, ...recents, ...upkeep].map((item) => ({
      id: `desktop/${item.label}`,
      title: item.label,
      group: "Desktop app",
      run: item.run,
    })),
  );
  return (
    <li className="set-row">
      <span className="set-name">Workspace</span>
      <span className="mono truncate">{state.dataDir}</span>
      <span className="spacer" />
      <Button small onClick={show.run}>
        {show.label}
      </Button>
      <Button small onClick={change.run}>
        {change.label}
      </Button>
      <MoreMenu
        label="More for the workspace"
        items={[...recents, ...(recents.length === 0 ? [] : [null]), ...upkeep]}
      />
    </li>
  );
}

interface SwitchRowProps {
  readonly name: string;
  readonly note: string;
  readonly on: boolean;
  readonly patch: (on: boolean) => PreferencesPatch;
}

function SwitchRow({ name, note, on, patch }: SwitchRowProps) {
  const { desktop: store } = useConsole();
  const bridge = useDesktop()?.bridge;
  const id = useId();
  return (
    <li className="set-row">
      <label className="set-name" htmlFor={id}>
        {name}
      </label>
      <Toggle
        id={id}
        on={on}
        onChange={(next) => bridge !== undefined && void changePreferences(store, bridge, patch(next))}
      />
      <span className="direction small">{note}</span>
    </li>
  );
}
