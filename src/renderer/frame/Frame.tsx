import { type ReactNode, useRef } from "react";
import { Link } from "wouter";
import { useStore } from "zustand";
import { useConsole } from "../app/console-context.ts";
import { useHere, usePlace } from "../app/use-here.ts";
import { usePoll } from "../app/use-poll.ts";
import { loadEnvironments } from "../stores/environments-store.ts";
import { refreshStatus } from "../stores/server-store.ts";
import { placeKey, refreshStats } from "../stores/stats-store.ts";
import { LostBanner } from "./LostBanner.tsx";
import { Rail } from "./Rail.tsx";
import { StatusBar } from "./StatusBar.tsx";
import { ToastStack } from "./ToastStack.tsx";
import { TopBar } from "./TopBar.tsx";

const statsEvery = 1500;
const statusEvery = 5000;

/** What is around every page: rail, top bar, status bar, and the figures that they show. */
export function Frame({ children }: { readonly children: ReactNode }) {
  const { environment } = useHere();
  const stage = useRef<HTMLElement>(null);
  useFigures();
  return (
    <>
      <Link
        href="#stage"
        className="skip btn btn-primary"
        onClick={(event) => {
          event.preventDefault();
          stage.current?.focus();
        }}
      >
        Skip to the page
      </Link>
      <div className="app" data-env={environment}>
        <Rail />
        <TopBar />
        <LostBanner />
        <main className="stage" id="stage" ref={stage} tabIndex={-1}>
          {children}
        </main>
        <StatusBar />
      </div>
      <ToastStack />
    </>
  );
}

/** Keeps the figures fresh while the page is visible; more eagerly while the server is gone. */
function useFigures(): void {
  const { client, stats, server, environments } = useConsole();
  const place = usePlace();
  const lost = useStore(server, (state) => state.reach === "lost");
  usePoll(() => refreshStats(stats, client, place), statsEvery, placeKey(place));
  usePoll(
    async () => {
      await refreshStatus(server, client);
      await loadEnvironments(environments, client, place.spaceId);
    },
    lost ? 1000 : statusEvery,
    place.spaceId,
  );
}
