import { Component, type ReactNode, useEffect, useRef } from "react";
import { useStore } from "zustand";
import { useConsole } from "../page/console-context.ts";
import { Button } from "../parts/Button.tsx";
import { Frameless } from "../parts/Frameless.tsx";

/** A page's code did not come. Browsers keep that answer, so only a reload asks again. */
export class PageNotFetched extends Error {}

/** Tells the browser's console of what a boundary caught; what the page itself says of a lost server is no error of its own. */
export function tellCaught(error: unknown): void {
  if (!(error instanceof PageNotFetched)) console.error(error);
}

interface ErrorBoundaryProps {
  /** Whether the frame stands around it. */
  readonly inFrame?: boolean;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly error: unknown;
}

/** Stands in for a page that broke: says so, and offers the one thing that helps. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (error instanceof PageNotFetched) return <NotFetched />;
    return (
      <Frameless title="This page broke" inFrame={this.props.inFrame ?? false}>
        <p>Nothing changed on the server. Reload to go on where you were.</p>
        <p className="mono small muted">{error instanceof Error ? error.message : String(error)}</p>
        <Reload />
      </Frameless>
    );
  }
}

const Reload = () => (
  <Button look="primary" onClick={() => location.reload()}>
    Reload the console
  </Button>
);

/** Comes by itself once the server answers again. */
function NotFetched() {
  const isReached = useStore(useConsole().server, ({ reach }) => reach === "running");
  const wasLost = useRef(false);
  useEffect(() => {
    if (isReached && wasLost.current) location.reload();
    wasLost.current = !isReached;
  }, [isReached]);
  return (
    <Frameless title="This page could not be loaded" inFrame>
      <p>
        The server did not send it. It comes by itself when the server answers again; what you have typed
        stays.
      </p>
      <Reload />
    </Frameless>
  );
}
