import { QrCode } from "lucide-react";
import { useId, useState } from "react";
import { renderSVG } from "uqr";
import type { Status } from "../../core/settings.ts";
import { inWords } from "../api/api-problem.ts";
import { patchKnown, routeQuery } from "../api/queries.ts";
import { useConsole } from "../page/console-context.ts";
import { isPublic, useStatus } from "../page/reads.ts";
import { useCommands } from "../page/use-commands.ts";
import { useHere } from "../page/use-here.ts";
import { DeviceList } from "../pairing/DeviceList.tsx";
import { PairDialog } from "../pairing/PairDialog.tsx";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { ProblemLine } from "../parts/Field.tsx";
import { Toggle } from "../parts/Toggle.tsx";
import { useRefusal } from "../parts/use-form.ts";
import { bareAddress } from "../text/format.ts";
import { Section } from "./Section.tsx";

/** Opens the SDK plane to phones and TVs on the same network, and pairs them by a code to scan. */
export function NetworkSection() {
  const { queries, client } = useConsole();
  const { ownsWorkspace } = useHere();
  const status = useStatus();
  const urls = status?.lanUrls ?? null;
  const [problem, setProblem] = useRefusal("Whether the network reaches the SDK plane was not changed.");
  const label = useId();
  const [pairing, setPairing] = useState(false);
  useCommands([
    {
      id: "settings/pair",
      title: "Pair a phone or TV…",
      group: "Settings",
      keywords: ["QR code device sample app"],
      run: () => setPairing(true),
    },
  ]);
  const set = async (open: boolean) => {
    try {
      const { urls } = await client.call("putLan", { body: { open } });
      setProblem(null);
      patchKnown<Status>(queries, routeQuery(client, "getStatus", {}), (known) => ({
        ...known,
        lanUrls: urls,
      }));
    } catch (error) {
      setProblem(error);
      void queries.refetchQueries({ queryKey: ["getStatus"] });
    }
  };
  const open = urls !== null && urls.length > 0;
  const toggle = {
    id: "settings/lan",
    title: open ? "Close the SDK plane to the network" : "Open the SDK plane to the network",
    group: "Settings",
    keywords: ["LAN phones TVs"],
  };
  useCommands(urls !== null && ownsWorkspace ? [{ ...toggle, run: () => void set(!open) }] : []);
  if (status === null || urls === null) return null;
  return (
    <Section
      id="network"
      about={
        isPublic(status)
          ? "devices that show the sample app, each with a key of its own"
          : "the SDK plane on your local network; the console and the API never leave this computer"
      }
      action={
        <Button small icon={QrCode} onClick={() => setPairing(true)}>
          Pair a phone or TV…
        </Button>
      }
    >
      {pairing && <PairDialog onClose={() => setPairing(false)} />}
      <DeviceList />
      <p className="direction">
        {whereIsSample(status)} sample app is at{" "}
        <a className="link" href={`${status.sdkUrl}/demo`} target="_blank" rel="noreferrer">
          {bareAddress(status.sdkUrl)}/demo
        </a>
        .
      </p>
      {!isPublic(status) && (
        <div className="set-row">
          <span className="set-name" id={label}>
            Open to the network
          </span>
          {ownsWorkspace && <Toggle labelledBy={label} on={open} onChange={(on) => void set(on)} />}
          <span>{open ? "Open" : "Closed"}</span>
          <span className="direction small">
            {open
              ? "Every device on it may send events and ask what to show, with an API key. Until you close it, or Understudy stops."
              : "Only this computer can send events and ask what to show."}
          </span>
        </div>
      )}
      {problem !== null && <ProblemLine>{inWords(problem)}</ProblemLine>}
      {urls.map((url) => (
        <Address key={url} url={url} />
      ))}
    </Section>
  );
}

/** An address with the code that a camera reads it from. */
function Address({ url }: { readonly url: string }) {
  return (
    <figure className="pairing">
      <img
        alt={`QR code of ${url}`}
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2 }))}`}
        width={148}
        height={148}
      />
      <figcaption>
        <span className="set-inline">
          <span className="mono strong">{url}</span>
          <CopyButton text={url} label={`Copy ${url}`} />
        </span>
        <span className="direction">
          Scan it with a device on the same network, or set it as{" "}
          <code className="mono">client.serviceUrl</code>. A Roku always plays in Production.
        </span>
      </figcaption>
    </figure>
  );
}

/** "On the server the": its address leads nowhere from elsewhere. */
function whereIsSample(status: Status): string {
  if (!isPublic(status)) return "On this computer the";
  return new URL(status.sdkUrl).hostname === "127.0.0.1" ? "On the server the" : "The";
}
