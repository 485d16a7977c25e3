import { useRoute } from "wouter";
import { CopyButton } from "../parts/CopyButton.tsx";
import { Frameless } from "../parts/Frameless.tsx";

/** What a browser without the console's cookie sees: how to get in. */
export function SignedOut({ onRetry }: { readonly onRetry: () => void }) {
  // The server leads here from an address that has been used, or was never printed.
  const [usedUp] = useRoute("/welcome");
  return (
    <Frameless title="Sign in from your terminal">
      <p>
        {usedUp && "That address has been used already, or is too old. "}
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
      <p className="direction">Open it in this browser; it stays signed in after that.</p>
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        Try again
      </button>
    </Frameless>
  );
}
