import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Route, Switch } from "wouter";
import { useStore } from "zustand";
import { openSession } from "../stores/session-store.ts";
import { loadSpaces } from "../stores/spaces-store.ts";
import { ConsoleContext } from "./console-context.ts";
import type { Console } from "./create-console.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Home } from "./Home.tsx";
import { NotFound } from "./NotFound.tsx";
import { PlacePage } from "./PlacePage.tsx";
import { SignedOut } from "./SignedOut.tsx";
import { Unopened } from "./Unopened.tsx";

/** The console: opens the session, then shows the page that the address names. */
export function App({ console }: { readonly console: Console }) {
  return (
    <ErrorBoundary>
      <ConsoleContext value={console}>
        <QueryClientProvider client={console.queries}>
          <Gate console={console} />
        </QueryClientProvider>
      </ConsoleContext>
    </ErrorBoundary>
  );
}

async function openConsole(console: Console): Promise<void> {
  await openSession(console.session, console.client);
  if (console.session.getState().phase === "signed-in") await loadSpaces(console.spaces, console.client);
}

function Gate({ console }: { readonly console: Console }) {
  const session = useStore(console.session);
  const spaces = useStore(console.spaces);
  const retry = () => void openConsole(console);
  useEffect(() => void openConsole(console), [console]);

  if (session.phase === "signed-out") return <SignedOut onRetry={retry} />;
  if (session.phase === "failed") return <Unopened reason={session.reason} onRetry={retry} />;
  if (spaces.problem !== null && !spaces.loaded) return <Unopened reason={spaces.problem} onRetry={retry} />;
  if (session.phase === "opening" || !spaces.loaded) return <main className="bare" aria-busy="true" />;
  return (
    <Switch>
      <Route path="/">
        <Home />
      </Route>
      <Route path="/welcome">
        <Home />
      </Route>
      <Route path="/spaces/:spaceKey/:environment/:page/*?">
        {(params) => <PlacePage {...params} below={params["*"] ?? ""} me={session.me} />}
      </Route>
      <Route path="/spaces/:spaceKey">{({ spaceKey }) => <Home spaceKey={spaceKey} />}</Route>
      <Route component={NotFound} />
    </Switch>
  );
}
