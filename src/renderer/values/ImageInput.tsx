import { ImageIcon } from "lucide-react";
import { useState } from "react";
import { Icon } from "../parts/Icon.tsx";
import { tieOf, type ValueInputProps } from "./value-input.ts";

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
export function Preview({ address }: { readonly address: string }) {
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
