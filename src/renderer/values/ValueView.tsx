import type { Property } from "../../core/experience-type.ts";
import { dateWords, percent, valueWords } from "../model/value-words.ts";
import { isColor } from "./ColorInput.tsx";
import { Preview } from "./ImageInput.tsx";

/** A property's value as it is read, not changed: what is published, or what a viewer sees. */
export function ValueView({ property, value }: { readonly property: Property; readonly value: unknown }) {
  if (value === undefined) return <span className="direction">not set</span>;
  if (property.type === "color" && isColor(value))
    return (
      <>
        <span className="swatch" style={{ background: value.value }} />
        <span className="mono">{value.value}</span> <span className="num">{percent(value.opacity)}</span>
      </>
    );
  if (property.type === "image" && typeof value === "string")
    return (
      <>
        <Preview key={value} address={value} />
        <span className="truncate mono" title={value}>
          {value}
        </span>
      </>
    );
  if (property.type === "date" && typeof value === "string")
    return <span className="num">{dateWords(value)}</span>;
  if (property.type === "text") return <span className="value-text">{valueWords(value)}</span>;
  const mono = property.type === "url" || property.type === "json";
  return (
    <span className={`truncate ${mono ? "mono" : ""}`} title={valueWords(value)}>
      {valueWords(value)}
    </span>
  );
}
