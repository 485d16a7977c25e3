import { RotateCcw } from "lucide-react";
import { useId } from "react";
import type { ExperienceType, Property } from "../../../core/experience-type.ts";
import { jsonEqual } from "../../../core/publishing/json-equal.ts";
import type { ExperienceServe } from "../../../core/scenario.ts";
import { errorAt } from "../../model/error-words.ts";
import { useHere } from "../../page/use-here.ts";
import { IconButton } from "../../parts/Button.tsx";
import { useForgetHidden } from "../../values/use-typed.ts";
import { ValueInput } from "../../values/ValueInput.tsx";
import { ValueView } from "../../values/ValueView.tsx";
import { Prop, publishedServe, type ServedRow, Serves, type ServesProps } from "./Serves.tsx";

interface ExperienceServesProps extends ServesProps<ExperienceServe> {
  readonly type: ExperienceType;
}

/** What a scenario serves: on or off, and a value for each property, beside what this environment serves now. */
export function ExperienceServes({ type, errors, path, ...props }: ExperienceServesProps) {
  const { serve, served, onChange } = props;
  useForgetHidden(({ name }) => type.properties.some(({ key }) => key === name || name.endsWith(` ${key}`)));
  return (
    <Serves {...props}>
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
    </Serves>
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
              <IconButton
                icon={RotateCcw}
                label={`Use the default of ${key}`}
                title={defaultTitle(property)}
                onClick={() => set(undefined)}
              />
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
  const serve = publishedServe(served);
  if (served.phase !== "ready" || serve === null) return { known: false };
  const isSet = Object.hasOwn(serve.data, key);
  const property = served.type?.properties.find((one) => one.key === key);
  return { known: true, value: isSet ? serve.data[key] : property?.default, isDefault: !isSet };
}
