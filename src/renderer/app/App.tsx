import { QueryClientProvider } from "@tanstack/react-query";
import { useEffect } from "react";
import { Redirect, Route, Switch } from "wouter";
import { useStore } from "zustand";
import { inWords } from "../api/api-problem.ts";
import { ConsoleContext } from "../page/console-context.ts";
import { slowly, useSpaces } from "../page/reads.ts";
import { useRoute } from "../page/use-route.ts";
import { followCutTexts } from "../parts/cut-titles.ts";
import { Frameless } from "../parts/Frameless.tsx";
import { useLong, usePlatformDay } from "../parts/use-time.ts";
import { followTabs } from "../stores/appearance-store.ts";
import { openSession } from "../stores/session-store.ts";
import type { Console } from "./create-console.ts";
import { ErrorBoundary } from "./ErrorBoundary.tsx";
import { Home } from "./Home.tsx";
import { NotFound } from "./NotFound.tsx";
import { PlacePage } from "./PlacePage.tsx";
import { SignedOut, Unopened } from "./SignedOut.tsx";

/** The console: opens the session, then shows the page that the address names. */
export function App({ console }: { readonly console: Console }) {
  useEffect(() => followCutTexts(document), []);
  useEffect(() => followTabs(console.appearance), [console]);
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

/** After how long without a first answer a page says so, in ms. */
const silence = 2000;

/** For how long a page waits for the platform's clock, in ms: the status asks the store, which may be busy. */
const clockPatience = 2000;

/** Times are written by the platform's clock: none is shown before that is known, can't be had, or is long in coming. */
function useUnknownClock(isSignedIn: boolean): boolean {
  const { isPending } = useRoute("getStatus", isSignedIn ? {} : null, { staleTime: slowly });
  const isLate = useLong(isSignedIn, clockPatience);
  return isPending && !isLate;
}

/** An id in an address may have line breaks, at which a `*` of the router ends. */
const pageOrBelow = /^\/spaces\/(?<spaceKey>[^/]+)\/(?<environment>[^/]+)\/(?<page>[^/]+)(?:\/|$)/;

function Gate({ console }: { readonly console: Console }) {
  const session = useStore(console.session);
  const isSignedIn = session.phase === "signed-in";
  const spaces = useSpaces(isSignedIn);
  const isClockUnknown = useUnknownClock(isSignedIn);
  const isSilent = useLong(session.phase === "opening" || (isSignedIn && spaces.isPending), silence);
  const open = () => void openSession(console.session, console.askMe);
  useEffect(open, [console]);
  // All that is drawn with it writes its times anew.
  usePlatformDay();

  if (session.phase === "signed-out") return <SignedOut onRetry={open} />;
  if (session.phase === "failed") return <Unopened reason={session.reason} onRetry={open} />;
  if (spaces.isLoadingError)
    return <Unopened reason={inWords(spaces.error)} onRetry={() => void spaces.refetch()} />;
  if (isSilent)
    return (
      <Frameless title="The server has not answered yet">
        <p role="status">The console opens as soon as it does.</p>
      </Frameless>
    );
  if (session.phase === "opening" || spaces.data === undefined || isClockUnknown)
    return <main className="bare" aria-busy="true" />;
  return (
    <Switch>
      <Route path="/">
        <Home />
      </Route>
      <Route path="/welcome">
        <Home />
      </Route>
      <Route path={pageOrBelow}>
        {({ spaceKey = "", environment = "", page = "" }) => (
          <PlacePage spaceKey={spaceKey} environment={environment} page={page} me={session.me} />
        )}
      </Route>
      <Route path="/spaces/:spaceKey/:environment">
        {({ spaceKey, environment }) => (
          <Redirect replace to={`/spaces/${spaceKey}/${environment}/overview`} />
        )}
      </Route>
      <Route path="/spaces/:spaceKey">{({ spaceKey }) => <Home spaceKey={spaceKey} />}</Route>
      <Route path={/^/} component={NotFound} />
    </Switch>
  );
}
