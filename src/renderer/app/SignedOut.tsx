import { useEffect, useState } from "react";
import { useRoute } from "wouter";
import type { DesktopBridge } from "../../core/ipc.ts";
import { desktopBridge } from "../desktop/desktop-bridge.ts";
import { useConsole } from "../page/console-context.ts";
import { Button } from "../parts/Button.tsx";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Frameless } from "../parts/Frameless.tsx";

/** What a page without the console's cookie sees: how to get in. In the desktop app that is one press. */
export function SignedOut({ onRetry }: { readonly onRetry: () => void }) {
  const bridge = desktopBridge();
  return bridge === null ? <SignedOutBrowser onRetry={onRetry} /> : <SignedOutApp bridge={bridge} />;
}

function SignedOutApp({ bridge }: { readonly bridge: DesktopBridge }) {
  const [problem, setProblem] = useState<string | null>(null);
  const signIn = () => {
    setProblem(null);
    // Where it works, another page comes in place of this one.
    bridge.signIn().catch((error: unknown) => setProblem(String((error as Error).message)));
  };
  return (
    <Frameless title="You are signed out">
      <p>This window’s session has ended. Nothing else has changed.</p>
      <KeptNote />
      {problem !== null && <p role="alert">{problem}</p>}
      <Button look="primary" onClick={signIn}>
        Sign in
      </Button>
    </Frameless>
  );
}

/** At a public address people sign in with what they know; on this machine the terminal lets them in. */
const isThisMachine =
  location.protocol === "http:" && ["127.0.0.1", "localhost", "[::1]"].includes(location.hostname);

/** Whoever is signed out in the middle of an edit must not think that it is lost. */
function KeptNote() {
  const { kept } = useConsole();
  if (!kept.any) return null;
  return <p>Edits that are not saved yet are kept in this browser. They are here when you sign in again.</p>;
}

function SignedOutBrowser({ onRetry }: { readonly onRetry: () => void }) {
  // The server leads here from an address that has been used, or was never printed.
  const [usedUp] = useRoute("/welcome");
  // Somebody may sign in from another tab: this one asks again when it is looked at.
  useEffect(() => {
    const onVisible = () => !document.hidden && onRetry();
    document.addEventListener("visibilitychange", onVisible);
    return () => document.removeEventListener("visibilitychange", onVisible);
  }, [onRetry]);
  if (!isThisMachine)
    return (
      <Frameless title="Sign in">
        <p>This browser is not signed in.</p>
        <KeptNote />
        <a
          className="btn btn-primary"
          href={`/sign-in?${new URLSearchParams({ to: location.pathname + location.search })}`}
        >
          Sign in
        </a>
      </Frameless>
    );
  return (
    <Frameless title="Sign in from your terminal">
      <p>
        {usedUp && "That address was used already, or has expired. "}
        The console opens with an address that works once. Either of these prints a new one:
      </p>
      <ul className="commands">
        {["npm start", "understudy open"].map((command) => (
          <li key={command} className="mono">
            {command}
            <CopyButton text={command} label={`Copy “${command}”`} />
          </li>
        ))}
      </ul>
      {navigator.cookieEnabled ? (
        <p className="direction">Open it in this browser; it stays signed in after that.</p>
      ) : (
        <p role="alert">
          This browser keeps no cookies of this address, without which nobody is signed in: allow them first.
        </p>
      )}
      <KeptNote />
      <Button look="primary" onClick={onRetry}>
        Try again
      </Button>
    </Frameless>
  );
}

/** The console could not be opened for another reason than a missing sign-in. */
export function Unopened({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <Frameless title="The console cannot be opened">
      <p role="alert">{reason}</p>
      <p className="direction">Check that the server is running, then try again.</p>
      <Button look="primary" onClick={onRetry}>
        Try again
      </Button>
    </Frameless>
  );
}
