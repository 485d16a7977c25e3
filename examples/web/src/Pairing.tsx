import { useEffect, useRef, useState } from "react";
import type { Form } from "./form.ts";
import { Logo } from "./Logo.tsx";
import { pair } from "./platform.ts";

/** What codes are made of: without what looks alike. */
const letters = "23456789ABCDEFGHJKMNPQRSTUVWXYZ";
const length = 6;

const readCode = (text: string): string =>
  [...text.toUpperCase()]
    .filter((one) => letters.includes(one))
    .join("")
    .slice(0, length);

interface PairingProps {
  readonly form: Form;
  /** A code that came with the address: it is tried at once. */
  readonly scanned: string | null;
  /** It was paired, and is no more. */
  readonly wasDisconnected: boolean;
  readonly onPaired: () => void;
}

/** Until a device has a key of its own: the code that the console shows is entered here, by keys or by a remote. */
export function Pairing({ form, scanned, wasDisconnected, onPaired }: PairingProps) {
  const [code, setCode] = useState(readCode(scanned ?? ""));
  const [fault, setFault] = useState(wasDisconnected ? "This device was disconnected." : "");
  const [isPairing, setPairing] = useState(false);
  const send = async (whole: string) => {
    setPairing(true);
    const refused = await pair(whole);
    setPairing(false);
    if (refused === null) {
      onPaired();
      return;
    }
    setFault(refused);
    setCode("");
  };
  const latest = useRef(send);
  latest.current = send;
  useEffect(() => {
    if (scanned !== null) void latest.current(scanned);
  }, [scanned]);
  const enter = (text: string) => {
    const next = readCode(text);
    setCode(next);
    setFault("");
    if (form === "tv" && next.length === length) void send(next);
  };
  const props = { code, fault, isPairing, onCode: enter };
  return form === "tv" ? <OnTv {...props} /> : <ByKeys {...props} onSend={() => void send(code)} />;
}

interface CodeProps {
  readonly code: string;
  readonly fault: string;
  readonly isPairing: boolean;
  readonly onCode: (text: string) => void;
}

const cells = Array.from({ length }, (_, at) => at);

function ByKeys({ code, fault, isPairing, onCode, onSend }: CodeProps & { readonly onSend: () => void }) {
  return (
    <main className="pair">
      <div className="head">
        <Logo />
      </div>
      <form
        className="in"
        onSubmit={(event) => {
          event.preventDefault();
          onSend();
        }}
      >
        <h1>Enter the code from the console.</h1>
        <p>Six characters, beside the address. Capitals do not matter.</p>
        <label className="cells">
          <span className="sr">Code</span>
          <input
            value={code}
            onChange={({ target }) => onCode(target.value)}
            autoComplete="one-time-code"
            autoCapitalize="characters"
            spellCheck={false}
            // biome-ignore lint/a11y/noAutofocus: there is nothing else to do here
            autoFocus
            aria-describedby="pairing-hint"
          />
          {cells.map((at) => (
            <i key={at} className={at === code.length ? "cur" : ""} aria-hidden="true">
              {code[at] ?? ""}
            </i>
          ))}
        </label>
        <p className="hint" id="pairing-hint" role="status">
          {fault === "" ? "Works once, for ten minutes." : fault}
        </p>
        <button type="submit" className="btn go" disabled={code.length < length || isPairing}>
          Pair this device
        </button>
      </form>
    </main>
  );
}

/** With a remote: keys on the screen, and the code large enough to be read from ten feet. */
function OnTv({ code, fault, isPairing, onCode }: CodeProps) {
  const latest = useRef(code);
  latest.current = code;
  const change = useRef(onCode);
  change.current = onCode;
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key.length === 1) change.current(latest.current + key);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <main className="pair">
      <div className="head">
        <Logo />
      </div>
      <div className="tvpair">
        <div>
          <h1>Pair this TV.</h1>
          <ol>
            <li>
              <b>1</b>In the console, choose Pair a phone or TV.
            </li>
            <li>
              <b>2</b>Enter the code that it shows.
            </li>
            <li>
              <b>3</b>This screen follows.
            </li>
          </ol>
          <div className="keys">
            {[...letters].map((letter, at) => (
              <button
                type="button"
                key={letter}
                data-f=""
                {...(at === 0 && { "data-first": "" })}
                disabled={isPairing}
                onClick={() => onCode(code + letter)}
              >
                {letter}
              </button>
            ))}
            <button type="button" data-f="" aria-label="Delete" onClick={() => onCode(code.slice(0, -1))}>
              ⌫
            </button>
          </div>
        </div>
        <div className="board">
          <div className="lab">Address</div>
          <div className="addr">{location.host}/tv</div>
          <div className="lab">Code</div>
          <div
            className="code"
            role="img"
            aria-label={code === "" ? "No code yet" : `Code ${[...code].join(" ")}`}
          >
            {cells.map((at) => (
              <i key={at} className={at === code.length ? "cur" : ""}>
                {code[at] ?? ""}
              </i>
            ))}
          </div>
          <div className="left" role="status">
            <span>{fault === "" ? "Works once, for ten minutes" : fault}</span>
          </div>
        </div>
      </div>
    </main>
  );
}
