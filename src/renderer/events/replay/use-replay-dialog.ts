import { useState } from "react";
import { useConsole } from "../../app/console-context.ts";
import { useCommands } from "../../app/use-commands.ts";
import { useHere } from "../../app/use-here.ts";
import type { Recording } from "../../stores/recordings.ts";
import { changePlan } from "../../stores/replay-plan.ts";

/** Whether the Replay dialog is shown, and the ways to it. */
export function useReplayDialog() {
  const { replayPlans } = useConsole();
  const { space } = useHere();
  const [open, setOpen] = useState(false);
  const show = () => setOpen(true);
  useCommands([{ id: "events/replay", title: "Replay events…", group: "Events", run: show }]);
  return {
    open,
    show,
    close: () => setOpen(false),
    showRecording: ({ id }: Recording) => {
      changePlan(replayPlans, space.id, { kind: "recording", recordingId: id });
      show();
    },
  };
}
