import { TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { isShared } from "../../core/settings.ts";
import { isPublic, useStatus } from "../page/reads.ts";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Icon } from "../parts/Icon.tsx";
import { When } from "../parts/When.tsx";
import { Section } from "./Section.tsx";

/** Where the service listens and where it keeps what it knows; read only. */
export function AddressesSection() {
  const status = useStatus();
  if (status === null) return null;
  return (
    <Section
      id="copy"
      about={
        <>
          version {status.version} on Node {status.node.replace(/^v/, "")}, since{" "}
          <When at={status.startedAt} real />
        </>
      }
    >
      {status.warnings.length > 0 && (
        <ul className="warnings">
          {status.warnings.map((warning) => (
            <li key={warning}>
              <Icon of={TriangleAlert} size={14} />
              {warning}
            </li>
          ))}
        </ul>
      )}
      <ul>
        <Line
          name="Platform"
          text={status.platformUrl}
          note={
            isPublic(status)
              ? "this console and the API"
              : "this console and the API; never leaves this computer"
          }
        />
        <Line name="SDK" text={status.sdkUrl} note="what apps talk to" />
        {status.lanUrls.map((url) => (
          <Line key={url} name="SDK, local network" text={url} note="open to every device on it" />
        ))}
        {isShared(status) ? (
          <Line name="Store" text={status.dataDir} note="shared with other servers" />
        ) : (
          <Line name="Data folder" text={status.dataDir} note="a folder that can live in git" />
        )}
      </ul>
      <p className="set-foot">
        <a className="link" href="/docs">
          API reference
        </a>
      </p>
    </Section>
  );
}

interface LineProps {
  readonly name: string;
  readonly text: string;
  readonly note: ReactNode;
}

function Line({ name, text, note }: LineProps) {
  return (
    <li className="set-row">
      <span className="set-name">{name}</span>
      <span className="mono truncate">{text}</span>
      <CopyButton text={text} label={`Copy: ${name}`} />
      <span className="direction small truncate">{note}</span>
    </li>
  );
}
