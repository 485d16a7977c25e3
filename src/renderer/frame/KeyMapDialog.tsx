import { Switch } from "radix-ui";
import { useId } from "react";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { KeyCaps } from "../parts/KeyCaps.tsx";
import { Modal } from "../parts/Modal.tsx";
import { setSingleKeys } from "../stores/appearance-store.ts";
import { type Command, currentCommands } from "../stores/commands-store.ts";

interface KeyMapDialogProps {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/** Every key that does something on this page, and the switch for those without Ctrl or Alt. */
export function KeyMapDialog({ open, onOpenChange }: KeyMapDialogProps) {
  return (
    <Modal
      open={open}
      onOpenChange={onOpenChange}
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
  const groups = [...new Set(commands.map(({ group }) => group))];
  const label = useId();
  return (
    <div className="dialog-body">
      <div className="key-map">
        {groups.map((group) => (
          <KeyGroup key={group} title={group} commands={commands.filter((one) => one.group === group)} />
        ))}
      </div>
      <p className="set-inline">
        <Switch.Root
          className="switch"
          aria-labelledby={label}
          checked={singleKeys}
          onCheckedChange={(on) => setSingleKeys(appearance, on)}
        />
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
            <dt>{one.title}</dt>
            <dd>
              <KeyCaps keys={one.keys ?? ""} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
