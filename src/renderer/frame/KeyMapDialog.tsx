import { Fragment, useId } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { KeyCaps } from "../parts/KeyCaps.tsx";
import { Modal } from "../parts/Modal.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { setSingleKeys } from "../stores/appearance-store.ts";
import { type Command, commandGroups, currentCommands, keysOf } from "../stores/commands-store.ts";

/** Every key that does something on this page, and the switch for those without Ctrl or Alt. */
export function KeyMapDialog({ onClose }: { readonly onClose: () => void }) {
  return (
    <Modal
      onClose={onClose}
      size="wide"
      title="Keyboard map"
      about="What works on this page. Keys that stand apart are pressed one after the other."
    >
      <KeyMap />
    </Modal>
  );
}

function KeyMap() {
  const { commands: store, appearance } = useConsole();
  const commands = currentCommands(useStore(store)).filter(({ keys }) => keys !== undefined);
  const { singleKeys } = useStore(appearance);
  const label = useId();
  return (
    <div className="dialog-body">
      <div className="key-map">
        {commandGroups(commands).map(([group, its]) => (
          <KeyGroup key={group} title={group} commands={its} />
        ))}
      </div>
      <p className="set-inline">
        <Toggle labelledBy={label} on={singleKeys} onChange={(on) => setSingleKeys(appearance, on)} />
        <span id={label}>Keys without Ctrl or Alt</span>
        <span className="direction">off for speech input, or where they get in the way</span>
      </p>
    </div>
  );
}

function KeyGroup({ title, commands }: { readonly title: string; readonly commands: readonly Command[] }) {
  return (
    <section>
      <h3 className="heading">{title}</h3>
      <dl>
        {commands.map((one) => (
          <div key={one.id}>
            <dt title={one.title}>
              {one.title}
              {one.blocked !== undefined && <span className="direction small"> {one.blocked}</span>}
            </dt>
            <dd>
              {keysOf(one).map((keys, place) => (
                <Fragment key={keys}>
                  {place > 0 && <span className="muted small"> or </span>}
                  <KeyCaps keys={keys} />
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
