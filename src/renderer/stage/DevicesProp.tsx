import { useState } from "react";
import { useCommands } from "../page/use-commands.ts";
import { DeviceList } from "../pairing/DeviceList.tsx";
import { PairDialog } from "../pairing/PairDialog.tsx";
import { KeyHint } from "../parts/KeyCaps.tsx";

/** Phones and TVs that show the sample app, and the way to one more. */
export function DevicesProp() {
  const [pairing, setPairing] = useState(false);
  const pair = () => setPairing(true);
  useCommands(
    [{ id: "stage/pair", title: "Pair a phone or TV…", group: "Stage", keys: "p", run: pair }],
    "editor",
  );
  return (
    <section>
      <div className="top">
        <h2>Devices</h2>
        <span className="spacer" />
        <button type="button" className="btn btn-quiet" onClick={pair}>
          Pair a phone or TV <KeyHint keys="p" />
        </button>
      </div>
      <DeviceList />
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
    </section>
  );
}
