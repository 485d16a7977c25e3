import { environmentNames } from "../../core/primitives.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { EnvironmentName } from "../parts/EnvironmentName.tsx";
import { PersonaVerdict } from "./PersonaVerdict.tsx";
import { type RunningPersonas, type RunPlace, runOf, runPlaces } from "./use-persona-runs.ts";

interface RunPlacesProps {
  readonly runs: RunningPersonas;
  readonly id: string;
  readonly chosen: RunPlace;
  readonly onChoose: (place: "draft" | "published") => void;
}

/** The last run in each place, on one line; the draft or this environment is what the page shows. */
export function RunPlaces({ runs, id, chosen, onChoose }: RunPlacesProps) {
  const { environment } = useHere();
  const group = "Personas";
  useCommands([
    {
      id: "persona/published",
      title: `Compare with what is published in ${environmentNames[environment]}`,
      group,
      run: () => onChoose("published"),
    },
    { id: "persona/draft", title: "Compare with the draft", group, run: () => onChoose("draft") },
  ]);
  return (
    <div className="inset run-places">
      <span className="label">Last run</span>
      <ul>
        {runPlaces.map((place) => (
          <li key={place}>
            {place === "draft" ? <span className="text-2">Draft</span> : <EnvironmentName of={place} />}
            <PersonaVerdict run={runOf(runs.runs, place, id)} />
          </li>
        ))}
      </ul>
      <span className="spacer" />
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons that look like one control. */}
      <div className="seg" role="group" aria-label="Compared with">
        <button type="button" aria-pressed={chosen !== "draft"} onClick={() => onChoose("published")}>
          Published in <span className="capital">{environment}</span>
        </button>
        <button type="button" aria-pressed={chosen === "draft"} onClick={() => onChoose("draft")}>
          Draft
        </button>
      </div>
      {runs.problem !== null && (
        <span className="field-error" role="alert">
          {runs.problem}
        </span>
      )}
    </div>
  );
}
