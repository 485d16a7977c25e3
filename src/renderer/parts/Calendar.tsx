import { DayPicker } from "react-day-picker";
import { toLocalInput } from "../text/format.ts";
import { platformNow } from "../text/platform-clock.ts";
import { Button } from "./Button.tsx";

interface CalendarProps {
  /** "2026-12-04"; empty for none. */
  readonly day: string;
  readonly onPick: (day: string) => void;
}

const asDay = (date: Date): string => toLocalInput(date.toISOString()).slice(0, 10);

/** A month to choose a day from. Weeks begin on Monday, and are numbered. */
export default function Calendar({ day, onPick }: CalendarProps) {
  const chosen = day === "" ? undefined : new Date(`${day}T00:00`);
  return (
    <>
      <DayPicker
        mode="single"
        required={false}
        selected={chosen}
        today={platformNow()}
        defaultMonth={chosen ?? platformNow()}
        // The day that is chosen already is chosen again, not given up.
        onSelect={(_, clicked) => onPick(asDay(clicked))}
        ISOWeek
        showWeekNumber
        showOutsideDays
        autoFocus
      />
      <div className="popover-foot">
        <Button look="quiet" small onClick={() => onPick(asDay(platformNow()))}>
          Today
        </Button>
      </div>
    </>
  );
}
