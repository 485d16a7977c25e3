import "./pairing.css";
import { RotateCw } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { renderSVG } from "uqr";
import { limits } from "../../core/limits.ts";
import type { Pairing } from "../../core/pairing.ts";
import { environmentNames } from "../../core/primitives.ts";
import { inWords } from "../api/api-problem.ts";
import { useConsole } from "../page/console-context.ts";
import { usePlace } from "../page/use-here.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { DialogFoot, Modal } from "../parts/Modal.tsx";
import { Failed } from "../parts/PageState.tsx";
import { useDevices } from "./DeviceList.tsx";

/** A code that pairs one device with the environment on screen: to scan, or to be typed on a TV. */
export function PairDialog({ onClose }: { readonly onClose: () => void }) {
  const { environment } = usePlace();
  const { pairing, until, problem, renew } = usePairing();
  const left = useLeft(until);
  const paired = useNewDevice(pairing);
  const isOver = paired !== null || left === 0;
  return (
    <Modal
      size="wide"
      onClose={onClose}
      title="Pair a phone or TV"
      about={`It opens the sample app in ${environmentNames[environment]}, with a key of its own.`}
    >
      <div className="dialog-body">
        {problem !== null && <Failed title="No code could be created" reason={problem} onRetry={renew} />}
        {pairing !== null && problem === null && <Code pairing={pairing} left={left} isOver={isOver} />}
        <p className="pair-state" role="status">
          {paired !== null ? (
            <>
              <span className="dot ok" /> Paired “{paired}”
            </>
          ) : (
            pairing !== null &&
            problem === null &&
            (left === 0 ? (
              "The code has expired."
            ) : (
              <>
                <span className="dot ok live" /> Waiting for a device
              </>
            ))
          )}
        </p>
      </div>
      <DialogFoot keep="Close" onKeep={onClose}>
        <Button icon={RotateCw} {...(isOver && { look: "primary" as const })} onClick={renew}>
          {paired === null ? "New code" : "Pair another"}
        </Button>
      </DialogFoot>
    </Modal>
  );
}

interface CodeProps {
  readonly pairing: Pairing;
  /** In seconds. */
  readonly left: number;
  /** It pairs nobody any more. */
  readonly isOver: boolean;
}

function Code({ pairing: { code, url }, left, isOver }: CodeProps) {
  const { hostname, host, protocol } = new URL(url);
  const isHere = hostname === "127.0.0.1";
  return (
    <div className={`pair-grid ${isOver ? "is-over" : ""}`}>
      <img
        className="qr"
        alt="QR code that opens the sample app on a phone"
        src={`data:image/svg+xml,${encodeURIComponent(renderSVG(url, { border: 2, blackColor: "#1c1816" }))}`}
      />
      <div>
        <p className="strong">On a phone: scan.</p>
        <p className="strong">
          On a TV: open <span className="mono pair-address">{host}/tv</span>{" "}
          <CopyButton text={new URL("/tv", url).href} label="Copy the address" />
        </p>
        <p className="muted">and enter</p>
        <p className="code6" role="img" aria-label={`Code ${[...code].join(" ")}`}>
          {[...code].map((letter, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a letter may come twice, and none moves
            <span key={at}>{letter}</span>
          ))}
        </p>
        <p className="direction">
          Works once, for <b className="num">{timeLeft(left)}</b>.{" "}
          {isHere
            ? "This computer is in no local network: only a browser on it can be paired."
            : protocol === "https:"
              ? "Any network will do."
              : "Both must be on the same network."}
        </p>
      </div>
    </div>
  );
}

const timeLeft = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;

/**
 * Makes a code at once, and another one by `renew`. `until` is by this computer's clock, from when it was asked for: that may be
 * another than the server's.
 */
function usePairing() {
  const { client, queries } = useConsole();
  const { spaceId, environment } = usePlace();
  const [offer, setOffer] = useState<{ readonly pairing: Pairing; readonly until: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const latest = useRef(0);
  const renew = useCallback(() => {
    latest.current += 1;
    const asked = latest.current;
    const make = async () => {
      const until = Date.now() + limits.pairingMinutes.value * 60_000;
      try {
        const pairing = await client.call("createPairing", { body: { spaceId, environment } });
        if (asked !== latest.current) return;
        setOffer({ pairing, until });
        setProblem(null);
        // Pairing has opened the network.
        void queries.refetchQueries({ queryKey: ["getStatus"] });
      } catch (error) {
        if (asked === latest.current) setProblem(inWords(error));
      }
    };
    void make();
  }, [client, queries, spaceId, environment]);
  useEffect(renew, [renew]);
  return { pairing: offer?.pairing ?? null, until: offer?.until ?? null, problem, renew };
}

/** How long something lasts yet, in seconds. */
function useLeft(until: number | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (until === null) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [until]);
  return until === null ? 0 : Math.max(0, Math.ceil((until - now) / 1000));
}

/** The name of the device that was paired since this code was made; null as long as there is none. */
function useNewDevice(pairing: Pairing | null): string | null {
  const { data: devices } = useDevices(1000);
  const [known, setKnown] = useState<{ readonly code: string; readonly ids: readonly string[] } | null>(null);
  useEffect(() => {
    if (devices === undefined || pairing === null || known?.code === pairing.code) return;
    setKnown({ code: pairing.code, ids: devices.map(({ id }) => id) });
  }, [devices, pairing, known]);
  if (known === null || known.code !== pairing?.code) return null;
  return devices?.find(({ id }) => !known.ids.includes(id))?.name ?? null;
}
