import { ImageIcon } from "lucide-react";
import { useState } from "react";
import type { Property } from "../../core/experience-type.ts";
import { dateWords, isColor, percent, valueWords } from "../model/value-words.ts";
import { Icon } from "../parts/Icon.tsx";
import { tieOf, type ValueInputProps } from "./ValueInput.tsx";

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

/** Whether the page may load a picture: its own server's, or one that is in the address itself. Nothing else is ever asked for. */
export const canPreview = (address: string): boolean => /^(\/(?!\/)|data:image\/)/.test(address);

/** The address of a picture, with a small preview where the page may load it. */
export function ImageInput(props: ValueInputProps) {
  const { property, value, onChange } = props;
  const address = typeof value === "string" ? value : "";
  const shown = address === "" && typeof property.default === "string" ? property.default : address;
  return (
    <span className="input">
      <Preview key={shown} address={shown} />
      <input
        {...tieOf(props)}
        className="bare-input mono grow"
        value={address}
        placeholder={shown === "" ? "https://… or /path" : shown}
        spellCheck={false}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
      />
    </span>
  );
}

/** A picture in the height of a line; an icon where it cannot be shown from here. */
function Preview({ address }: { readonly address: string }) {
  const [failed, setFailed] = useState(false);
  if (!canPreview(address) || failed)
    return (
      <span
        className="picture"
        title={address === "" ? undefined : "No preview: the console loads nothing from elsewhere"}
      >
        <Icon of={ImageIcon} />
      </span>
    );
  return <img className="picture" src={address} alt="" onError={() => setFailed(true)} />;
}
