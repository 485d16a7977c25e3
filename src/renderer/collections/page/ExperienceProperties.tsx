import { Link } from "wouter";
import type { Experience } from "../../../core/collection.ts";
import type { ExperienceType } from "../../../core/experience-type.ts";
import { usePath } from "../../app/use-here.ts";
import { ColumnHeads } from "../../parts/ColumnHeads.tsx";
import type { Edited } from "../../parts/use-saved.ts";
import { counted } from "../../text/format.ts";
import { idsOf, type PlacedExperience } from "../model/collection-address.ts";
import { ValueView } from "../values/ValueView.tsx";
import { NameAndKey } from "./NameAndKey.tsx";
import { useNewKey } from "./use-new-key.ts";

interface ExperiencePropertiesProps {
  readonly placed: PlacedExperience;
  readonly type: ExperienceType;
  readonly edited: Edited<Experience>;
}

/** What an Experience is called, and which properties its type gives it. */
export function ExperienceProperties({ placed, type, edited }: ExperiencePropertiesProps) {
  const to = usePath();
  const value = edited.state.value ?? placed.experience;
  const setIn = (key: string) => value.scenarios.filter(({ serve }) => Object.hasOwn(serve.data, key)).length;
  return (
    <div className="editor-body">
      <NameAndKey value={value} edited={edited} onKey={useNewKey(idsOf(placed), edited.edit)} />
      <div className="sec-head">
        <h2 className="heading">Properties</h2>
        <span className="muted small">
          from the type{" "}
          <Link className="link" href={to("collections", "types", type.key)}>
            {type.name}
          </Link>
          , the same for all Experiences of it
        </span>
      </div>
      <table className="list-table is-inset">
        <ColumnHeads of={["Key", "Type", "Default", "Set in"]} />
        <tbody>
          {type.properties.map((property) => (
            <tr key={property.id}>
              <td className="mono truncate">{property.key}</td>
              <td className="muted">{property.type}</td>
              <td>
                <span className="value-cell">
                  <ValueView property={property} value={property.default} />
                </span>
              </td>
              <td className="muted num">{counted(setIn(property.key), "scenario")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {type.properties.length === 0 && (
        <p className="direction">This type has no properties: it is on or off, and nothing else.</p>
      )}
    </div>
  );
}
