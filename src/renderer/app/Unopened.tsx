import { Frameless } from "../parts/Frameless.tsx";

/** The console could not be opened for another reason than a missing sign-in. */
export function Unopened({ reason, onRetry }: { readonly reason: string; readonly onRetry: () => void }) {
  return (
    <Frameless title="The console cannot be opened">
      <p role="alert">{reason}</p>
      <p className="direction">Check that the server is running, then try again.</p>
      <button type="button" className="btn btn-primary" onClick={onRetry}>
        Try again
      </button>
    </Frameless>
  );
}
