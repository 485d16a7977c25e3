import { Component, type ReactNode } from "react";
import { Button } from "../parts/Button.tsx";
import { Frameless } from "../parts/Frameless.tsx";

interface ErrorBoundaryState {
  readonly error: unknown;
}

/** Stands in for a page that broke: says so, and offers the one thing that helps. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { error: null };

  static getDerivedStateFromError(error: unknown): ErrorBoundaryState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    return (
      <Frameless title="This page broke">
        <p>Nothing on the server was changed by it. Reload to go on where you were.</p>
        <p className="mono small muted">{error instanceof Error ? error.message : String(error)}</p>
        <Button look="primary" onClick={() => location.reload()}>
          Reload the console
        </Button>
      </Frameless>
    );
  }
}
