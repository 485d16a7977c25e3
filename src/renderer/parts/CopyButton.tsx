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
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownFor);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    await writeClipboard(text);
    setCopied(true);
    onCopied?.();
  };
  const icon = <Icon of={copied ? Check : Copy} size={14} className={copied ? "success" : ""} />;
  return (
    <span className={`copy ${className}`}>
      <button
        type="button"
        className={`btn btn-sm ${words === undefined ? "btn-icon" : ""}`}
        aria-label={words === undefined ? label : undefined}
        onClick={() => void copy()}
      >
        {icon}
        {words}
      </button>
      <span role="status" className="sr">
        {copied ? "Copied" : ""}
      </span>
      {copied && (
        <span className="tooltip copy-tip" aria-hidden="true">
          Copied
        </span>
      )}
    </span>
  );
}

/** The clipboard's own way where the page may use it, else the old one through a selection. */
async function writeClipboard(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const field = document.createElement("textarea");
    field.value = text;
    document.body.append(field);
    field.select();
    document.execCommand("copy");
    field.remove();
  }
}
