import "@fontsource-variable/inter/opsz.css";
import "./marquee.css";
import { useCallback, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";
import { useForm } from "./form.ts";
import { Logo } from "./Logo.tsx";
import { Marquee } from "./Marquee.tsx";
import { Pairing } from "./Pairing.tsx";
import { connect, type Start, startOver, takeCode, takeKey } from "./platform.ts";
import { useRemote } from "./remote.ts";
import { client } from "./space/cinema/index.js";

client.serviceUrl = location.origin;
// What is served changes before one's eyes: most apps leave the lock on.
client.sessionLock = false;

takeKey();
const scanned = takeCode();
const stay = () => undefined;

function App() {
  const [start, setStart] = useState<Start | null>(
    scanned === null ? null : { kind: "unpaired", wasDisconnected: false },
  );
  const look = useCallback(async () => {
    const next = await connect();
    if (next.kind === "connected") client.apiKey = next.connection.apiKey;
    setStart(next);
  }, []);
  useEffect(() => {
    if (start === null) void look();
    if (start?.kind !== "lost" && start?.kind !== "missing") return;
    const timer = setTimeout(look, 2500);
    return () => clearTimeout(timer);
  }, [start, look]);
  if (start === null) return null;
  if (start.kind === "unpaired") return <PairingPage wasDisconnected={start.wasDisconnected} />;
  if (start.kind === "missing") return <Missing sentence={start.sentence} />;
  return (
    <Marquee
      connection={start.kind === "connected" ? start.connection : null}
      onRefused={() => setStart({ kind: "unpaired", wasDisconnected: true })}
    />
  );
}

function PairingPage(props: { readonly wasDisconnected: boolean }) {
  const form = useForm();
  useRemote(form === "tv", stay);
  // A session that had another key is over with its page.
  return <Pairing {...props} form={form} scanned={scanned} onPaired={startOver} />;
}

function Missing({ sentence }: { readonly sentence: string }) {
  useForm();
  return (
    <main className="pair">
      <div className="head">
        <Logo />
      </div>
      <div className="in">
        <h1>Nothing is on yet.</h1>
        <p>{sentence}</p>
      </div>
    </main>
  );
}

const root = document.getElementById("root");
if (root !== null) createRoot(root).render(<App />);
