import { Download } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { useCommands } from "../page/use-commands.ts";
import { usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { Icon } from "../parts/Icon.tsx";
import { say } from "../stores/toasts-store.ts";
import { count, counted } from "../text/format.ts";
import { EventExport, type ExportFormat } from "./event-export.ts";
import { type EventFilter, exportAddress, isFiltered } from "./event-filter.ts";
import type { EventFeed } from "./feed/event-feed.ts";

const kinds = { ndjson: "application/x-ndjson", csv: "text/csv" } as const;

/** Saves the whole history of the filter as a file, NDJSON or CSV; where the list is paused, up to where it stands. */
export function ExportMenu({ filter, feed }: { readonly filter: EventFilter; readonly feed: EventFeed }) {
  const paused = useStore(feed.store, (state) => state.pausedAt !== null);
  const { toasts } = useConsole();
  const place = usePlace();
  const [running] = useState(
    () => new EventExport({ save: (parts, format) => save(parts, format, place.environment) }),
  );
  const { phase, events, problem } = useStore(running.store);
  useEffect(() => () => running.cancel(), [running]);
  const start = async (format: ExportFormat) => {
    await running.start(exportAddress(place, filter, endOf(feed)), format);
    const { phase, events } = running.store.getState();
    if (phase !== "done") return;
    say(toasts, `${counted(events, "event")} exported`);
    running.cancel();
  };
  const group = "Events";
  useCommands(
    phase === "running"
      ? [{ id: "events/export/stop", title: "Stop export", group, run: () => running.cancel() }]
      : (["ndjson", "csv"] as const).map((format) => ({
          id: `events/export/${format}`,
          title: `Export the events as ${format.toUpperCase()}`,
          group,
          keywords: ["one event a line for a spreadsheet"],
          run: () => void start(format),
        })),
  );
  if (phase === "running") {
    return (
      <span className="export-run">
        <span className="num small text-2">{count(events)} exported</span>
        <Button small onClick={() => running.cancel()}>
          Stop export
        </Button>
      </span>
    );
  }
  return (
    <>
      <span role="status" className="field-error">
        {phase === "failed" && `Not exported. ${problem}`}
      </span>
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="btn btn-quiet">
          <Icon of={Download} />
          Export
        </DropdownMenu.Trigger>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <DropdownMenu.Label className="menu-label">
            {isFiltered(filter) ? "Every kept event that matches" : "Every kept event"}
            {paused && ", up to the pause"}
          </DropdownMenu.Label>
          <DropdownMenu.Item onSelect={() => void start("ndjson")}>
            As NDJSON, one event a line
          </DropdownMenu.Item>
          <DropdownMenu.Item onSelect={() => void start("csv")}>As CSV, for a spreadsheet</DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Root>
    </>
  );
}

/** Where a paused list ends: the sequence behind the last one that it shows. */
function endOf(feed: EventFeed): number | undefined {
  const { pausedAt, window } = feed.store.getState();
  return pausedAt === null ? undefined : window.edge + 1;
}

function save(parts: readonly string[], format: ExportFormat, environment: string): void {
  const address = URL.createObjectURL(new Blob([...parts], { type: kinds[format] }));
  const link = document.createElement("a");
  link.href = address;
  link.download = `events-${environment}.${format}`;
  link.click();
  // The browser reads it after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
