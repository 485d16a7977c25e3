import { RotateCcw } from "lucide-react";
import { type ReactNode, useId } from "react";
import type { ExperienceType, Property } from "../../../core/experience-type.ts";
import { environmentNames } from "../../../core/primitives.ts";
import type { FieldError } from "../../../core/problem.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { ExperienceServe } from "../../../core/scenario.ts";
import { useHere } from "../../app/use-here.ts";
import { Icon } from "../../parts/Icon.tsx";
import { Rev } from "../../parts/Rev.tsx";
import { Toggle } from "../../parts/Toggle.tsx";
import { errorAt } from "../model/errors-at.ts";
import { ValueInput } from "../values/ValueInput.tsx";
import { ValueView } from "../values/ValueView.tsx";
import { type ServedRow, ServesHead } from "./ServesHead.tsx";

interface ExperienceServesProps {
  readonly serve: ExperienceServe;
  readonly type: ExperienceType;
  readonly served: ServedRow<ExperienceServe>;
  readonly onChange: (serve: ExperienceServe, mark: string) => void;
  readonly errors: readonly FieldError[];
  /** Where the serve stands in the object, for the errors about it. */
  readonly path: readonly PropertyKey[];
}

/** What a scenario serves: on or off, and a value for each property, beside what this environment serves now. */
export function ExperienceServes(props: ExperienceServesProps) {
  const { serve, type, served, onChange, errors, path } = props;
  const { canEdit } = useHere();
  const before = served.phase === "ready" ? served.serve : null;
  return (
    <div className="props">
      <ServesHead served={served} />
      <Prop
        name="enabled"
        changed={before !== null && before.enabled !== serve.enabled}
        draft={
          <>
            {canEdit && (
              <Toggle
                on={serve.enabled}
                onChange={(enabled) => onChange({ ...serve, enabled }, "enabled")}
                label="Enabled"
              />
            )}
            {serve.enabled ? "On" : "Off"}
          </>
        }
        published={before === null ? null : before.enabled ? "On" : "Off"}
      />
      {type.properties.map((property) => (
        <PropertyRow
          key={property.id}
          property={property}
          serve={serve}
          served={served}
          error={errorAt(errors, [...path, "data", property.key])}
          onChange={(data) => onChange({ ...serve, data }, property.key)}
        />
      ))}
    </div>
  );
}

interface PropertyRowProps {
  readonly property: Property;
  readonly serve: ExperienceServe;
  readonly served: ServedRow<ExperienceServe>;
  readonly error: string | null;
  readonly onChange: (data: ExperienceServe["data"]) => void;
}

type Json = ExperienceServe["data"][string];

/** One property. What is not set here is the type's default, and is said to be. */
function PropertyRow({ property, serve, served, error, onChange }: PropertyRowProps) {
  const { canEdit } = useHere();
  const id = useId();
  const { key } = property;
  const isSet = Object.hasOwn(serve.data, key);
  const value = isSet ? serve.data[key] : undefined;
  const before = servedValue(served, key);
  const effective = isSet ? value : property.default;
  const hint = isSet ? null : defaultWords(property);
  const set = (to: unknown) => {
    const { [key]: _gone, ...rest } = serve.data;
    onChange(to === undefined ? rest : { ...serve.data, [key]: to as Json });
  };
  return (
    <Prop
      name={key}
      type={property.type}
      changed={before.known && !jsonEqual(before.value ?? null, effective ?? null)}
      error={error}
      errorId={id}
      draft={
        canEdit ? (
          <>
            <ValueInput
              property={property}
              value={value}
              onChange={set}
              label={key}
              invalid={error !== null}
              describedBy={error === null && hint === null ? undefined : id}
            />
            {isSet && (
              <button
                type="button"
                className="btn btn-icon btn-sm"
                aria-label={`Use the default of ${key}`}
                title={defaultTitle(property)}
                onClick={() => set(undefined)}
              >
                <Icon of={RotateCcw} size={14} />
              </button>
            )}
            {hint !== null && error === null && (
              <span className="direction small default-hint" id={id}>
                {hint}
              </span>
            )}
          </>
        ) : (
          <>
            <ValueView property={property} value={effective} />
            {!isSet && property.default !== undefined && <span className="direction small">default</span>}
          </>
        )
      }
      published={
        before.known ? (
          <>
            <ValueView property={property} value={before.value} />
            {before.isDefault && before.value !== undefined && (
              <span className="direction small">default</span>
            )}
          </>
        ) : null
      }
    />
  );
}

const defaultWords = ({ default: value }: Property): string => (value === undefined ? "not set" : "default");
const defaultTitle = ({ default: value }: Property): string =>
  value === undefined ? "Not set: apps get no value" : "Use the type's default";

interface Before {
  readonly known: boolean;
  readonly value?: unknown;
  readonly isDefault?: boolean;
}

function servedValue(served: ServedRow<ExperienceServe>, key: string): Before {
  if (served.phase !== "ready" || served.serve === null) return { known: false };
  const isSet = Object.hasOwn(served.serve.data, key);
  const property = served.type?.properties.find((one) => one.key === key);
  return { known: true, value: isSet ? served.serve.data[key] : property?.default, isDefault: !isSet };
}

interface PropProps {
  readonly name: string;
  readonly type?: string;
  readonly changed: boolean;
  readonly error?: string | null;
  readonly errorId?: string;
  readonly draft: ReactNode;
  readonly published: ReactNode;
}

/** A line of what is served: its name, the draft, and what is published. */
export function Prop({ name, type = "", changed, error = null, errorId, draft, published }: PropProps) {
  const { environment } = useHere();
  return (
    <div className={`prop ${changed ? "is-changed" : ""}`}>
      <span className="prop-key">
        <span className="mono truncate" title={name}>
          {name}
        </span>
        <span className="muted small">{type}</span>
      </span>
      <div className="prop-draft">
        {changed && <Rev words={`Differs from ${environmentNames[environment]}`} />}
        {draft}
        {error !== null && (
          <p className="field-error prop-error" id={errorId} role="alert">
            {error}
          </p>
        )}
      </div>
      <div className="prop-pub">{published}</div>
    </div>
  );
}
