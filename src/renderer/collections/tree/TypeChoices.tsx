import type { ExperienceType } from "../../../core/experience-type.ts";

interface TypeChoicesProps {
  readonly types: readonly ExperienceType[];
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
  /** Why a type cannot be left out, where something of it is there. */
  readonly held?: (id: string) => string | null;
}

/** Which types of Experience a Section takes. */
export function TypeChoices({ types, chosen, onChange, held }: TypeChoicesProps) {
  return (
    <fieldset className="type-choices">
      <legend className="label">Takes Experiences of</legend>
      {types.length === 0 && (
        <p className="direction small">There is no type yet. Make one, then choose it here.</p>
      )}
      {types.map(({ id, name }) => {
        const on = chosen.includes(id);
        const why = on ? (held?.(id) ?? null) : null;
        return (
          <label key={id} className="check">
            <input
              type="checkbox"
              checked={on}
              disabled={why !== null}
              onChange={() => onChange(on ? chosen.filter((one) => one !== id) : [...chosen, id])}
            />
            {name}
            {why !== null && <span className="direction small">{why}</span>}
          </label>
        );
      })}
    </fieldset>
  );
}
