import { useEffect, useRef, useState } from "react";
import { Link } from "wouter";
import type { ExportFolder } from "../../core/ipc.ts";
import { useConsole } from "../app/console-context.ts";
import { lastAsked } from "../app/last-asked.ts";
import { useHere, usePath } from "../app/use-here.ts";
import { usePoll } from "../app/use-poll.ts";
import { desktopBridge } from "./desktop-bridge.ts";
import type { FreshTags } from "./stale-exports.ts";

const lookEvery = 10_000;

/** In the status bar of every page: the model changed since its code was written into a folder, and where to go on. */
export function StaleExportNote() {
  const stale = useStaleExports();
  const to = usePath();
  const [first, ...others] = stale;
  if (first === undefined) return null;
  const words = others.length === 0 ? `“${first.name}”` : `${stale.length} folders`;
  return (
    <Link className="item warn-link" href={`${to("code")}?target=${first.platform}.${first.lang}`}>
      <span className="dot warn" /> Code in {words} is out of date
    </Link>
  );
}

function useStaleExports(): readonly ExportFolder[] {
  const { client, code } = useConsole();
  const { space } = useHere();
  const [stale, setStale] = useState<readonly ExportFolder[]>([]);
  const fresh = useRef<FreshTags>(new Map());
  // What was begun before an export may be answered after what was begun by it.
  const [show] = useState(() => lastAsked(setStale));
  const look = async () => {
    const bridge = desktopBridge();
    if (bridge === null) return;
    // Fetched only where it is needed: a browser never does.
    const { staleExports } = await import("./stale-exports.ts");
    await show(staleExports(client, bridge, space.id, fresh.current).catch(() => []));
  };
  usePoll(look, lookEvery, space.id);
  const latest = useRef(look);
  latest.current = look;
  // What has just been exported is no longer out of date.
  useEffect(
    () => code.subscribe(({ last }, before) => void (last !== before.last && latest.current())),
    [code],
  );
  return stale;
}
