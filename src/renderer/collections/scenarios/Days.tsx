import { type Schedule, weekdays } from "../../../core/scenario.ts";
import { dayNames, normalDays } from "../model/schedule-words.ts";

interface DaysProps {
  readonly days: Schedule["days"];
  readonly onChange: (days: Schedule["days"]) => void;
}

/** The days of the week; none chosen is every day. */
export function Days({ days, onChange }: DaysProps) {
  const toggle = (day: Schedule["days"][number]) =>
    onChange(normalDays(days.includes(day) ? days.filter((one) => one !== day) : [...days, day]));
  return (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset does not flow in a sentence. */}
      <span className="days" role="group" aria-label="Weekdays">
        {weekdays.map((day) => (
          <button
            type="button"
            key={day}
            aria-label={dayNames[day][1]}
            aria-pressed={days.includes(day)}
            onClick={() => toggle(day)}
          >
            {dayNames[day][0]}
          </button>
        ))}
      </span>
      {days.length === 0 && <span className="direction every-day">every day</span>}
    </>
  );
}
