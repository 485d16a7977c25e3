import { ChevronDown, ChevronRight, X } from "lucide-react";
import { useState } from "react";
import { useStore } from "zustand";
import type { Event } from "../../core/event.ts";
import { Button, IconButton } from "../parts/Button.tsx";
import { Rev } from "../parts/Rev.tsx";
import { count, counted } from "../text/format.ts";
import { compareEvents, type PinsStore, togglePin } from "./event-pins.ts";

interface PinsProps {
  readonly pins: PinsStore;
  readonly onOpen: (event: Event) => void;
}

/** The pinned events side by side, whatever the filter. What differs has an asterisk, and says so. */
export function Pins({ pins, onOpen }: PinsProps) {
  const { pinned } = useStore(pins);
  const [shown, setShown] = useState(true);
  if (pinned.length === 0) return null;
  const lines = compareEvents(pinned);
  const different = lines.filter((line) => line.differs).length;
  return (
    <section className="pins" aria-label="Pinned events">
      <div className="inset pins-head">
        <Button
          look="quiet"
          small
          icon={shown ? ChevronDown : ChevronRight}
          aria-expanded={shown}
          onClick={() => setShown(!shown)}
        >
          {counted(pinned.length, "pinned event")}
        </Button>
        <span className="direction small">
          {pinned.length < 2
            ? "Pin another one to compare."
            : `${counted(different, "line differs", "lines differ")}.`}
        </span>
        <span className="spacer" />
        <Button look="quiet" small onClick={() => pins.setState({ pinned: [] })}>
          Unpin all
        </Button>
      </div>
      {shown && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
        <section className="pins-scroll" tabIndex={0} aria-label="Comparison">
          <table className="pins-table">
            <thead>
              <tr>
                <th scope="col" className="gutter">
                  <span className="sr">Difference</span>
                </th>
                <th scope="col">
                  <span className="sr">Line</span>
                </th>
                {pinned.map((event) => (
                  <th scope="col" key={event.sequence}>
                    <button type="button" className="link num" onClick={() => onOpen(event)}>
                      {count(event.sequence)}
                    </button>
                    <IconButton
                      icon={X}
                      label={`Unpin event ${count(event.sequence)}`}
                      size={12}
                      onClick={() => togglePin(pins, event)}
                    />
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {lines.map(({ name, values, differs }) => (
                <tr key={name} className={differs && pinned.length > 1 ? "differs" : ""}>
                  <td className="gutter">{differs && pinned.length > 1 && <Rev words="differs" />}</td>
                  <th scope="row" className="mono">
                    {name}
                  </th>
                  {values.map((value, place) => (
                    <td
                      key={pinned[place]?.sequence ?? place}
                      className="mono truncate"
                      title={value ?? undefined}
                    >
                      {value ?? <span className="direction">not there</span>}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  );
}
