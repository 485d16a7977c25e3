import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Route, Switch } from "wouter";
import { useStore } from "zustand";
import { inWords } from "../api/api-problem.ts";
import { ConsoleContext } from "../page/console-context.ts";
import { useSpaces } from "../page/reads.ts";
import { openSession } from "../stores/session-store.ts";
import type { Console } from "./create-console.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Home } from "./Home.tsx";
import { NotFound } from "./NotFound.tsx";
import { PlacePage } from "./PlacePage.tsx";
import { SignedOut, Unopened } from "./SignedOut.tsx";

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

function Gate({ console }: { readonly console: Console }) {
  const session = useStore(console.session);
  const spaces = useSpaces(session.phase === "signed-in");
  const open = () => void openSession(console.session, console.client);
  useEffect(open, [console]);

  if (session.phase === "signed-out") return <SignedOut onRetry={open} />;
  if (session.phase === "failed") return <Unopened reason={session.reason} onRetry={open} />;
  if (spaces.isLoadingError)
    return <Unopened reason={inWords(spaces.error)} onRetry={() => void spaces.refetch()} />;
  if (session.phase === "opening" || spaces.data === undefined)
    return <main className="bare" aria-busy="true" />;
  return (
    <Switch>
      <Route path="/">
        <Home />
      </Route>
      <Route path="/welcome">
        <Home />
      </Route>
      <Route path="/spaces/:spaceKey/:environment/:page/*?">
        {(params) => <PlacePage {...params} me={session.me} />}
      </Route>
      <Route path="/spaces/:spaceKey">{({ spaceKey }) => <Home spaceKey={spaceKey} />}</Route>
      <Route component={NotFound} />
    </Switch>
  );
}
