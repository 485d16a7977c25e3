import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";
import { Icon } from "./Icon.tsx";

interface CopyButtonProps {
  readonly text: string;
  /** What it copies, for those who cannot see where it stands. */
  readonly label: string;
  readonly onCopied?: () => void;
  readonly className?: string;
  /** Words beside the icon; without them it is the icon alone. */
  readonly words?: string;
}

const shownFor = 1800;

/** Copies a text and says that it has. */
export function CopyButton({ text, label, onCopied, className = "", words }: CopyButtonProps) {
  const [said, setSaid] = useState<"" | "Copied" | "Not copied">("");
  const copied = said === "Copied";
  useEffect(() => {
    if (said === "") return;
    const timer = setTimeout(() => setSaid(""), shownFor);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async (button: HTMLElement) => {
    const done = await writeClipboard(text, button);
    setSaid(done ? "Copied" : "Not copied");
    if (done) onCopied?.();
  };
  const icon = <Icon of={copied ? Check : Copy} size={14} className={copied ? "success" : ""} />;
  return (
    <span className={`copy ${className}`}>
      <button
        type="button"
        className={`btn btn-sm ${words === undefined ? "btn-icon" : ""}`}
        aria-label={words === undefined ? label : undefined}
        onClick={({ currentTarget }) => void copy(currentTarget)}
      >
        {icon}
        {words}
      </button>
      <span role="status" className="sr">
        {said}
      </span>
      {said !== "" && (
        <span className="tooltip copy-tip" aria-hidden="true">
          {said}
        </span>
      )}
    </span>
  );
}

/**
 * The clipboard's own way where the page may use it, else the old one through a selection: beside the button, since a dialog keeps
 * the focus in itself. Gives whether it was done.
 */
async function writeClipboard(text: string, button: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    button.after(field);
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    button.focus();
    return done;
  }
}
